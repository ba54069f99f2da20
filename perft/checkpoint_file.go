package perft

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/koggestone/koggestone/internal/quote"
	"github.com/koggestone/koggestone/movegen"
)

// CheckpointParts, 256, is the number of parts of a count with a checkpoint.
const CheckpointParts = 1 << (shardBits + sliceBits)

// maxCheckpoint is the largest size of a checkpoint file. Each part has a line of less than 70 bytes.
const maxCheckpoint = 1 << 20

// A Checkpoint stores the progress of a merged count in a file, so that the count can be stopped at any moment
// and resumed: the last ply that is merged, and the numbers of leaves below parts of that ply. The part of a
// position depends on its board alone.
//
// The file is text. Each number that is set is appended as a line, which ends with the first digits of its hash,
// and the count continues when the line is on disk.
//
//	koggestone perft checkpoint 2
//	position rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
//	depth 10
//	parts 256
//	sha256 d444f64655efaf0a34f727b2b32aeaf90df603621c0a543758e80d7b7116e6ca
//	ply 7 6d37074a
//	part 162 nodes 271116277075 8719b143
type Checkpoint struct {
	file  *os.File
	hash  string // hash of the first lines, in hexadecimal
	ply   int    // -1 if it is not set
	parts map[int]Nodes
}

// OpenCheckpoint returns the checkpoint in file, for the tree of depth plies below root. If the file is empty, it
// starts a new one. The file must be a regular file, open for reading and writing, at offset 0, and the caller
// closes it. An unfinished last line is dropped. If the file is damaged or contains anything else, for example the
// checkpoint of another tree, OpenCheckpoint returns an error and does not change the file.
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
	head := fmt.Sprintf("koggestone perft checkpoint 2\nposition %s\ndepth %d\nparts %d\n", root.FEN(), depth, CheckpointParts)
	c := &Checkpoint{file: file, hash: fmt.Sprintf("%x", sha256.Sum256([]byte(head))), ply: -1, parts: map[int]Nodes{}}
	head += "sha256 " + c.hash + "\n"
	text := string(data)
	if strings.HasPrefix(head, text) { // empty, or stopped while the first lines were written
		return c, c.rewrite(0, head)
	}
	whole := text[:strings.LastIndexByte(text, '\n')+1]
	number := 0
	for expected := range strings.Lines(head) {
		line, rest, _ := strings.Cut(text, "\n")
		number++
		if expected = strings.TrimSuffix(expected, "\n"); line != expected {
			return nil, fmt.Errorf("line %d: expected %s, found %s", number, expected, quote.Short(line))
		}
		text = rest
	}
	for line := range strings.Lines(strings.TrimPrefix(whole, head)) {
		number++
		if line = strings.TrimSuffix(line, "\n"); !c.addLine(line) {
			return nil, fmt.Errorf("line %d: expected ply or part with its number, nodes and their number, and the hash of the line, nothing that contradicts a line before, found %s",
				number, quote.Short(line))
		}
	}
	return c, c.rewrite(len(whole), "")
}

// addLine sets the number in a line, and reports whether the line is valid.
func (c *Checkpoint) addLine(line string) bool {
	k := strings.LastIndexByte(line, ' ')
	if k < 0 || line != c.withHash(line[:k]) {
		return false
	}
	words := strings.Split(line[:k], " ")
	number := func(most int) (int, bool) {
		n, err := strconv.Atoi(words[1])
		return n, err == nil && 0 <= n && n <= most
	}
	switch {
	case len(words) == 2 && words[0] == "ply":
		ply, ok := number(1 << 30)
		ok = ok && (c.ply < 0 || ply == c.ply)
		c.ply = ply
		return ok
	case len(words) == 4 && words[0] == "part" && words[2] == "nodes":
		part, ok := number(CheckpointParts - 1)
		n, err := ParseNodes(words[3])
		before, twice := c.parts[part]
		c.parts[part] = n
		return ok && err == nil && (!twice || n == before)
	}
	return false
}

// withHash returns the text of a line and the first digits of the hash of the first lines and the text.
func (c *Checkpoint) withHash(text string) string {
	hash := sha256.Sum256([]byte(c.hash + " " + text))
	return fmt.Sprintf("%s %x", text, hash[:4])
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

// Parts returns the number of parts that are counted.
func (c *Checkpoint) Parts() int { return len(c.parts) }

func (c *Checkpoint) setPly(ply int) error {
	c.ply = ply
	return c.write(c.withHash("ply "+strconv.Itoa(ply)) + "\n")
}

func (c *Checkpoint) setPart(i int, n Nodes) error {
	c.parts[i] = n
	return c.write(c.withHash("part "+strconv.Itoa(i)+" nodes "+n.String()) + "\n")
}
