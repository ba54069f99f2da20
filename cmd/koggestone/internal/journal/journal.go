// Package journal stores the progress of a long run in a file, as lines of JSON, so that
// another run can resume it.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/koggestone/koggestone/data/outfile"
)

// A Journal is an open file of lines. No other process can open it at the same time, on
// systems that have locks.
type Journal struct {
	file *os.File
}

// start is the start of each journal. The first line is an object with this name.
const start = `{"journal":`

// Open opens or creates the journal at a path, and returns its values. Each line ends with a
// checksum. Open drops the first truncated or damaged line and all lines after it; the run
// then resumes at an earlier place. It is an error if the first line is damaged, or is not an
// object that begins with the name "journal".
func Open(path string) (j *Journal, values []json.RawMessage, err error) {
	f, err := outfile.OpenLocked(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	defer func() {
		if err != nil {
			f.Close()
		}
	}()
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, nil, err
	}
	refuse := func(why string) error { return &os.PathError{Op: "open", Path: path, Err: errors.New(why)} }
	if n := min(len(text), len(start)); string(text[:n]) != start[:n] {
		return nil, nil, refuse("expected a journal, found another file")
	}
	end := 0
	for {
		n := bytes.IndexByte(text[end:], '\n')
		if n < 0 {
			break
		}
		value, ok := checked(text[end : end+n])
		if !ok {
			if end == 0 {
				return nil, nil, refuse("line 1: damaged")
			}
			break
		}
		values = append(values, value)
		end += n + 1
	}
	if err = f.Truncate(int64(end)); err == nil {
		_, err = f.Seek(int64(end), io.SeekStart)
	}
	if err != nil {
		return nil, nil, err
	}
	return &Journal{f}, values, nil
}

// checksumLength is the length of a space and a checksum in hexadecimal digits.
const checksumLength = 9

// checksum returns the end of the line of a value.
func checksum(value []byte) string { return fmt.Sprintf(" %08x", crc32.ChecksumIEEE(value)) }

// checked returns the value of a line, and whether its checksum is right.
func checked(line []byte) (value []byte, ok bool) {
	n := len(line) - checksumLength
	if n < 0 || string(line[n:]) != checksum(line[:n]) {
		return nil, false
	}
	return line[:n], json.Valid(line[:n])
}

// Append adds a line, which is on the disk when Append returns.
func (j *Journal) Append(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(append(line, checksum(line)...), '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

// Close closes the journal.
func (j *Journal) Close() error { return j.file.Close() }

// Remove removes and closes the journal.
func (j *Journal) Remove() error {
	err := os.Remove(j.file.Name())
	closeErr := j.file.Close()
	if err != nil { // some systems cannot remove an open file
		err = os.Remove(j.file.Name())
	}
	return errors.Join(err, closeErr)
}
