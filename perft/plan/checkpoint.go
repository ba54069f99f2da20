package plan

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/perft"
)

const checkpointHeader = "koggestone perft checkpoint 2"

// maxCheckpoint is the largest size of a checkpoint file: each part has a line of less
// than 70 bytes.
const maxCheckpoint = 1 << 20

// A Checkpoint is a [perft.Checkpoint] in a file. Each number that is set is
// appended as a line, and the count continues when the line is on disk, so a count may
// be killed at any moment. An unfinished line at the end is dropped.
type Checkpoint struct {
	file   *os.File
	hash   string // of the head
	ply    int
	hasPly bool
	parts  map[int]perft.Nodes
}

// OpenCheckpoint returns the checkpoint in file, of the tree of depth plies below root. It
// starts a new one if the file is empty. The file must be a regular file, open for
// reading and writing, at offset 0; the caller closes it. If the file is damaged or
// contains anything else, also the checkpoint of another tree, OpenCheckpoint does not
// change it and returns a *[ParseError].
func OpenCheckpoint(file *os.File, root movegen.Position, depth int) (*Checkpoint, error) {
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxCheckpoint {
		return nil, fmt.Errorf("expected a regular file of a checkpoint, at most %d bytes", maxCheckpoint)
	}
	data, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	head := fmt.Sprintf("%s\nposition %s\ndepth %d\nparts %d\n", checkpointHeader, root.FEN(), depth, perft.CheckpointParts)
	hash := fmt.Sprintf("%x", sha256.Sum256([]byte(head)))
	head += hashWord + " " + hash + "\n"
	c := &Checkpoint{file: file, hash: hash, parts: map[int]perft.Nodes{}}
	text := string(data)
	if strings.HasPrefix(head, text) && text != head { // empty, or killed in the head
		return c, c.rewrite(0, head)
	}
	r := newTextReader(strings.NewReader(text))
	for want := range strings.Lines(head) {
		want = strings.TrimSuffix(want, "\n")
		line, err := r.next(want)
		if err != nil {
			return nil, err
		}
		if line != want {
			return nil, r.wrong(want, line, nil)
		}
	}
	whole := strings.LastIndexByte(text, '\n') + 1
	for range strings.Count(text[:whole], "\n") - r.line {
		if err := c.readLine(r); err != nil {
			return nil, err
		}
	}
	return c, c.rewrite(whole, "")
}

// rewrite cuts the file after n bytes, and appends text.
func (c *Checkpoint) rewrite(n int, text string) error {
	if err := c.file.Truncate(int64(n)); err != nil {
		return err
	}
	if _, err := c.file.Seek(int64(n), io.SeekStart); err != nil {
		return err
	}
	return c.write(text)
}

// write appends text, and waits until it is on disk.
func (c *Checkpoint) write(text string) error {
	if _, err := c.file.WriteString(text); err != nil {
		return err
	}
	return c.file.Sync()
}

// append appends a line, and after it its check.
func (c *Checkpoint) append(line string) error {
	return c.write(line + " " + c.check(line) + "\n")
}

// check returns the first digits of a hash of the head and of line.
func (c *Checkpoint) check(line string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(c.hash+" "+line)))[:8]
}

// readLine reads a line after the head.
func (c *Checkpoint) readLine(r *textReader) error {
	const expected = "ply or part with its number, nodes and their number, and a check of the line"
	line, err := r.next(expected)
	if err != nil {
		return err
	}
	k := max(strings.LastIndexByte(line, ' '), 0)
	text, check := line[:k], strings.TrimPrefix(line[k:], " ")
	if check != c.check(text) {
		return r.wrong(expected, line, nil)
	}
	var ok bool
	words := strings.Split(text, " ")
	switch {
	case len(words) == 2 && words[0] == "ply":
		var ply int
		if ply, ok = parseNumber(words[1], 0, 1<<30); ok {
			ok = !c.hasPly || ply == c.ply
			c.ply, c.hasPly = ply, true
		}
	case len(words) == 4 && words[0] == "part" && words[2] == "nodes":
		var part int
		if part, ok = parseNumber(words[1], 0, perft.CheckpointParts-1); ok {
			n, err := perft.ParseNodes(words[3])
			before, twice := c.parts[part]
			ok = err == nil && (!twice || n == before)
			c.parts[part] = n
		}
	}
	if !ok {
		return r.wrong(expected+", nothing that contradicts a line before", line, nil)
	}
	return nil
}

// Ply returns the ply that was set, and whether one was.
func (c *Checkpoint) Ply() (ply int, ok bool) { return c.ply, c.hasPly }

// Part returns the number of nodes that was set for part i, and whether one was.
func (c *Checkpoint) Part(i int) (n perft.Nodes, ok bool) {
	n, ok = c.parts[i]
	return n, ok
}

// Parts returns how many parts were set.
func (c *Checkpoint) Parts() int { return len(c.parts) }

// SetPly appends the ply.
func (c *Checkpoint) SetPly(ply int) error {
	c.ply, c.hasPly = ply, true
	return c.append("ply " + strconv.Itoa(ply))
}

// SetPart appends the number of nodes of part i.
func (c *Checkpoint) SetPart(i int, n perft.Nodes) error {
	c.parts[i] = n
	return c.append("part " + strconv.Itoa(i) + " nodes " + n.String())
}
