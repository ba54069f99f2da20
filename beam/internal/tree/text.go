package tree

import (
	"fmt"
	"io"
	"strings"

	"bufio"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/textio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/koggestone/koggestone/perft"
)

func init() { register.Function2x1(line) }

// line returns the text of a count.
func line(name string, n perft.Nodes) string { return name + "\t" + n.String() }

// Write appends a step that writes counts to a file.
func Write(s beam.Scope, file string, counts beam.PCollection) {
	s = s.Scope("write")
	textio.Write(s, file, beam.ParDo(s, line, counts))
}

// Read returns the counts that Write wrote, by name.
func Read(r io.Reader) (map[string]perft.Nodes, error) {
	counts := map[string]perft.Nodes{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		name, number, _ := strings.Cut(lines.Text(), "\t")
		n, err := perft.ParseNodes(number)
		if err != nil {
			return nil, fmt.Errorf("line %d: expected a name, a tab and a number, found %q", len(counts)+1, lines.Text())
		}
		counts[name] = n
	}
	return counts, lines.Err()
}
