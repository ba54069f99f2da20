// Package journal keeps a file of JSON values, a line each, that tells how far a long
// run has come, so that another run can go on after the first was killed.
package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// A Journal is such a file, which is open. No other process can open it meanwhile, where
// the system has locks.
type Journal struct {
	file *os.File
}

// start is how each journal starts: its first line is an object with this name.
const start = `{"journal":`

// Open opens the journal of a path, or begins one, and returns its lines. A last line that
// is not whole, as the process or the machine stopped, is dropped with all behind it. A
// file whose first line is no object that begins with the name "journal" is an error.
func Open(path string) (j *Journal, lines []json.RawMessage, err error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	j = &Journal{f}
	if err := lock(f); err != nil {
		f.Close()
		return nil, nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	text, err := io.ReadAll(f)
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	if n := min(len(text), len(start)); string(text[:n]) != start[:n] {
		f.Close()
		return nil, nil, &os.PathError{Op: "open", Path: path, Err: errors.New("expected a journal, found another file")}
	}
	end := 0
	for {
		n := bytes.IndexByte(text[end:], '\n')
		if n < 0 || !json.Valid(text[end:end+n]) {
			break
		}
		lines = append(lines, text[end:end+n])
		end += n + 1
	}
	if err = f.Truncate(int64(end)); err == nil {
		_, err = f.Seek(int64(end), io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return j, lines, nil
}

// Append adds a line, which lies on the disk when Append returns.
func (j *Journal) Append(value any) error {
	line, err := json.Marshal(value)
	if err != nil {
		return err
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return err
	}
	return j.file.Sync()
}

// Close closes the journal.
func (j *Journal) Close() error { return j.file.Close() }

// Remove removes the journal, as its run is over, and closes it.
func (j *Journal) Remove() error {
	err := os.Remove(j.file.Name())
	closeErr := j.file.Close()
	if err != nil { // an open file cannot be removed everywhere
		err = os.Remove(j.file.Name())
	}
	return errors.Join(err, closeErr)
}
