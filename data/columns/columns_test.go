package columns

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/internal/corpus"
	"github.com/koggestone/koggestone/internal/corpus/parsed"
	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
	"github.com/koggestone/koggestone/movegen"
	"github.com/koggestone/koggestone/quad"
)

var checked = flag.Int("columns.positions", 2000, "how many positions TestColumns compares with the definitions")

// positions returns positions of the corpus and of random games from there.
func positions(t *testing.T, n int) (all []movegen.Position) {
	starts := parsed.Positions(corpus.Games(), corpus.Standard(), corpus.Tricky(), corpus.Chess960())
	for _, fen := range []string{"k7/8/1Q6/8/8/8/8/K7 b - - 0 1", "8/8/8/8/8/2k5/2p5/2K5 w - - 0 1", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1"} { // stalemate, mate, a draw
		p, err := movegen.ParseFEN(fen)
		if err != nil {
			t.Fatal(err)
		}
		starts = append(starts, p)
	}
	all = append(all, starts...)
	r := rand.New(rand.NewPCG(17, 1))
	for len(all) < n {
		p := starts[r.IntN(len(starts))]
		for range 60 {
			moves := p.AppendLegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			p = p.Play(moves[r.IntN(len(moves))])
			all = append(all, p)
		}
	}
	return all
}

func one(n int) []uint64 { return []uint64{uint64(n)} }

func truth(b bool) []uint64 {
	if b {
		return []uint64{1}
	}
	return []uint64{0}
}

// slow returns the values of a column by its definition, and whether there is one here.
func (m *slow) value(c *Column) ([]uint64, bool) {
	side, black := "", false
	name := c.Name
	for _, s := range []string{"_white", "_black"} {
		if i := strings.Index(name, s); i >= 0 {
			side, black = s, s == "_black"
			name = name[:i] + name[i+len(s):]
		}
	}
	kind := func() string {
		kind := name[strings.LastIndexByte(name, '_')+1:]
		if kind == "knight" {
			return "n"
		}
		return kind[:1]
	}
	own, other := m.pieces(black, anyKind), m.attackedBy(!black, anyKind)
	switch {
	case name == "legal_moves":
		n, _, _ := m.legal()
		return one(n), true
	case name == "captures":
		_, n, _ := m.legal()
		return one(n), true
	case name == "checks":
		_, _, n := m.legal()
		return one(n), true
	case name == "quiet":
		var node movegen.Node
		node.Set(&m.p)
		for _, move := range node.Append(nil, movegen.Captures) {
			if m.p.SEE(move, nil) > 0 {
				return one(0), true
			}
		}
		return truth(m.Checkers(m.Side) == 0), true
	case name == "checkmate":
		n, _, _ := m.legal()
		return truth(n == 0 && m.Checkers(m.Side) != 0), true
	case name == "stalemate":
		n, _, _ := m.legal()
		return truth(n == 0 && m.Checkers(m.Side) == 0), true
	case name == "in_check":
		return truth(m.Checkers(m.Side) != 0), true
	case name == "double_check":
		return truth(count(m.Checkers(m.Side)) > 1), true
	case name == "checkers":
		return []uint64{m.Checkers(m.Side)}, true
	case name == "pinned":
		pinned, _ := m.Blockers(m.Side, 1-m.Side, m.Side)
		return []uint64{pinned}, true
	case name == "pinners":
		_, pinners := m.Blockers(m.Side, 1-m.Side, m.Side)
		return []uint64{pinners}, true
	case name == "danger":
		return []uint64{m.KingDanger(m.Side)}, true
	case name == "king_zone":
		return one(count(m.attackedBy(black, "k") & other)), true
	case name == "attacked":
		return []uint64{m.attackedBy(black, anyKind)}, true
	case name == "squares_attacked":
		return one(count(m.attackedBy(black, anyKind))), true
	case name == "pieces_defended":
		return one(count(m.attackedBy(black, anyKind) & own)), true
	case strings.HasPrefix(name, "attacks_"):
		return []uint64{m.attackedBy(black, kind())}, true
	case strings.HasPrefix(name, "mobility_"):
		return one(count(m.attackedBy(black, kind()) &^ own)), true
	case name == "hanging":
		return []uint64{own & other &^ m.attackedBy(black, anyKind) &^ m.pieces(black, "k")}, true
	case name == "attacked_by_lesser":
		return []uint64{m.attackedBy(!black, "p")&m.pieces(black, "nb") | m.attackedBy(!black, "pnb")&m.pieces(black, "r") |
			m.attackedBy(!black, "pnbr")&m.pieces(black, "q")}, true
	case name == "passed" || name == "isolated" || name == "doubled" || name == "backward":
		return []uint64{m.slowPawns(name, black)}, true
	case name == "black_to_move":
		return truth(m.Side == 1), true
	case name == "legality":
		return one(0), true
	case name == "pieces":
		return one(count(m.pieces(false, anyKind) | m.pieces(true, anyKind))), true
	case name == "phase":
		values := map[byte]int{'n': 1, 'b': 1, 'r': 2, 'q': 4}
		return one(min(24, m.worth(false, values)+m.worth(true, values))), true
	case name == "material":
		return one(m.worth(black, map[byte]int{'p': 1, 'n': 3, 'b': 3, 'r': 5, 'q': 9})), true
	case name == "insufficient_material":
		return truth(m.slowInsufficient()), true
	case name == "key":
		return []uint64{m.p.Key()}, true
	case name == "bitboards":
		var sets []uint64
		for _, black := range []bool{false, true} {
			for _, kind := range anyKind {
				sets = append(sets, m.pieces(black, string(kind)))
			}
		}
		return sets, true
	case name == "bitboards_us":
		var sets []uint64
		for _, black := range []bool{m.Side == 1, m.Side == 0} {
			for _, kind := range anyKind {
				var set uint64
				for sq := range 64 {
					if m.has(sq, black, string(kind)) {
						set |= 1 << m.turned(sq)
					}
				}
				sets = append(sets, set)
			}
		}
		return sets, true
	case name == "policy_alphazero" || name == "policy_alphazero_us":
		return m.slowAlphaZero(strings.HasSuffix(name, "_us")), true
	case name == "policy_leela_us":
		return m.slowLeela(), true
	case name == "castling":
		return []uint64{m.p.Board.Pieces(quad.White, quad.CastlingRook) | m.p.Board.Pieces(quad.Black, quad.CastlingRook)}, true
	case name == "en_passant":
		var set uint64
		if target := strings.Fields(m.p.FEN())[3]; target != "-" {
			sq, _ := quad.ParseSquare(target)
			set = 1 << sq
		}
		return []uint64{set}, true
	case name == "legal_targets":
		return nil, false // TestLegalTargets
	}
	m.t.Fatalf("column %s%s has no slow definition", name, side)
	return nil, false
}

// slowPawns returns the pawns of a side for a column.
func (m *slow) slowPawns(name string, black bool) uint64 {
	ahead := func(a, b int) bool { // b is before a, seen from the side
		if black {
			return b < a
		}
		return b > a
	}
	always := func(int) bool { return true }
	return m.pawns(black, func(file, rank int) bool {
		switch name {
		case "passed":
			for f := file - 1; f <= file+1; f++ {
				if m.pawnAt(!black, f, func(r int) bool { return ahead(rank, r) }) {
					return false
				}
			}
			return true
		case "isolated":
			return !m.pawnAt(black, file-1, always) && !m.pawnAt(black, file+1, always)
		case "doubled":
			return m.pawnAt(black, file, func(r int) bool { return r != rank })
		}
		stop := rank + 1
		if black {
			stop = rank - 1
		}
		guarded := func(r int) bool { return ahead(r, stop) } // it attacks stop now or after pushes
		if m.pawnAt(black, file-1, guarded) || m.pawnAt(black, file+1, guarded) {
			return false
		}
		return m.attackedBy(!black, "p")>>(8*stop+file)&1 != 0
	})
}

func (m *slow) slowInsufficient() bool {
	knights, light, dark := 0, 0, 0
	for sq := range m.Board {
		switch m.Kind(sq) {
		case mailbox.Pawn, mailbox.Rook, mailbox.Queen:
			return false
		case mailbox.Knight:
			knights++
		case mailbox.Bishop:
			if (sq&7+sq>>3)%2 == 0 {
				dark++
			} else {
				light++
			}
		}
	}
	if knights > 0 {
		return knights+light+dark == 1
	}
	return light == 0 || dark == 0
}

// value returns the values of column c in row i.
func value(c *Column, d *Data, i int) (values []uint64) {
	for k := i * c.Width; k < (i+1)*c.Width; k++ {
		switch c.Kind {
		case Bool, Byte, Enum:
			values = append(values, uint64(d.Bytes[k]))
		case Count:
			values = append(values, uint64(d.Counts[k]))
		default:
			values = append(values, d.Words[k])
		}
	}
	return values
}

// compute returns all columns of positions, in batches of different sizes.
func compute(all []movegen.Position) []Data {
	data := make([]Data, len(All()))
	computer := NewComputer()
	for size := 1; len(all) > 0; size = size*2%MaxBatch + 1 {
		n := min(size, len(all))
		var b movegen.Batch
		for _, p := range all[:n] {
			b.Append(p)
		}
		all = all[n:]
		computer.Set(&b, nil)
		for k, c := range All() {
			c.AppendTo(&data[k], computer)
		}
	}
	return data
}

// Every column equals its slow definition, on every path.
func TestColumns(t *testing.T) {
	n := *checked
	if testing.Short() {
		n = min(n, 1500)
	}
	all := positions(t, n)
	want := make([][][]uint64, len(All()))
	for _, p := range all {
		m := newSlow(t, p)
		for k, c := range All() {
			values, _ := m.value(c)
			want[k] = append(want[k], values)
		}
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		data := compute(all)
		for k, c := range All() {
			seen := map[uint64]bool{}
			for i, p := range all {
				got := value(c, &data[k], i)
				if want[k][i] != nil && !slices.Equal(got, want[k][i]) {
					t.Fatalf("%s of %s is %x, want %x", c.Name, p.FEN(), got, want[k][i])
				}
				seen[got[0]] = true
			}
			if len(seen) < 2 && c.Name != "legality" {
				t.Errorf("%s is the same everywhere: nothing was tested", c.Name)
			}
		}
	})
}

// The number of targets is the number of moves.
func TestLegalTargets(t *testing.T) {
	all := positions(t, 2000)
	targets, _ := ByName("legal_targets")
	k := slices.Index(All(), targets)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		data := compute(all)
		for i, p := range all {
			want := p.LegalTargets()
			got := value(targets, &data[k], i)
			for s, set := range append(append(want.Sliders[:], want.Knights[:]...),
				want.King, want.PawnPush, want.PawnDouble, want.PawnEast, want.PawnWest, want.Castling, want.EnPassant) {
				if got[s] != set {
					t.Fatalf("set %d of %s is %x, want %x", s, p.FEN(), got[s], set)
				}
			}
		}
	})
}

// A column does not depend on the other requested columns.
func TestOneColumn(t *testing.T) {
	all := positions(t, 1500)[500:1500]
	data := compute(all)
	var b movegen.Batch
	for _, p := range all {
		b.Append(p)
	}
	for k, c := range All() {
		var alone Data
		computer := NewComputer()
		computer.Set(&b, nil)
		c.AppendTo(&alone, computer)
		if fmt.Sprint(alone) != fmt.Sprint(data[k]) {
			t.Errorf("%s alone differs", c.Name)
		}
		if n := len(alone.Bytes) + 2*len(alone.Counts) + 8*len(alone.Words); n != b.Len()*c.Size() {
			t.Errorf("%s takes %d bytes, want %d positions of %d", c.Name, n, b.Len(), c.Size())
		}
	}
}

// A Computer that has computed any two columns of a batch computes them for the next one, of another size,
// as a new Computer does. Columns share parts, and which one computes a part depends on their order.
func TestNextBatch(t *testing.T) {
	all := positions(t, 100)
	var first, second movegen.Batch
	for i, p := range all {
		if i < 30 {
			first.Append(p)
		} else {
			second.Append(p)
		}
	}
	alone := make([]Data, len(All()))
	for k, c := range All() {
		computer := NewComputer()
		computer.Set(&second, nil)
		c.AppendTo(&alone[k], computer)
	}
	check := func(batch string, computer *Computer, k int) {
		t.Helper()
		var d Data
		if All()[k].AppendTo(&d, computer); !reflect.DeepEqual(d, alone[k]) {
			t.Errorf("%s of the second batch is wrong %s", All()[k].Name, batch)
		}
	}
	computer := NewComputer()
	var unused Data
	for a := range All() {
		for b := range All() {
			computer.Set(&first, nil)
			unused.Reset()
			All()[a].AppendTo(&unused, computer)
			All()[b].AppendTo(&unused, computer)
			computer.Set(&second, nil)
			check("after "+All()[a].Name, computer, b)
			check("after "+All()[b].Name, computer, a)
			if t.Failed() {
				return
			}
		}
	}
}

// Any board has columns, also without kings and with many.
func TestNonsense(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 2))
	var b movegen.Batch
	var legality []Validity
	for range MaxBatch {
		p := movegen.Position{Board: quad.Board{G0: r.Uint64(), G1: r.Uint64(), G2: r.Uint64(), GB: r.Uint64()}, Side: quad.Color(r.IntN(2))}
		b.Append(p)
		legality = append(legality, ValidityOf(&p))
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		computer := NewComputer()
		computer.Set(&b, legality)
		for _, c := range All() {
			var d Data
			c.AppendTo(&d, computer)
			for i, word := range d.Words {
				if c.Group == "policy" && legality[i/c.Width] != Valid && word != 0 {
					t.Errorf("%s of a position that is not legal has moves", c.Name)
					break
				}
			}
		}
	})
}

func TestValidityOf(t *testing.T) {
	e1, e8 := uint64(1)<<4, uint64(1)<<60
	board := quad.Pack(0, 0, 0, 0, 0, e1|e8, e8)
	with := func(sq int, piece quad.Piece) quad.Board {
		b := board
		b.Set(sq, piece)
		return b
	}
	enPassant := func(placement string, target int) quad.Board {
		b, _, err := quad.ParsePlacement(placement)
		if err != nil {
			t.Fatal(err)
		}
		b.Set(target, quad.EnPassantTarget)
		return b
	}
	for _, test := range []struct {
		board quad.Board
		side  quad.Color
		want  Validity
	}{
		{board, quad.White, Valid},
		{quad.Board{}, quad.White, WhiteKings},
		{with(0, quad.WhiteKing), quad.White, WhiteKings},
		{quad.Pack(0, 0, 0, 0, 0, e1, 0), quad.White, BlackKings},
		{with(0, quad.BlackPawn), quad.White, PawnOnEndRank},
		{with(20, quad.WhiteCastlingRook), quad.White, BadCastling},
		{with(42, quad.EnPassantTarget), quad.White, BadEnPassant},
		{with(20, quad.BlackRook), quad.Black, OpponentInCheck},
		{with(20, quad.BlackRook), quad.White, Valid},
		{enPassant("4k3/8/8/8/3pP3/8/8/4K3", 20), quad.Black, Valid},
		{enPassant("4k3/8/8/8/3pP3/8/8/r3K3", 20), quad.Black, OpponentInCheck},
		{enPassant("4k3/8/8/3Pp3/8/8/8/r3K3", 44), quad.Black, BadEnPassant},
		{enPassant("4k3/8/8/3Pp3/8/8/8/4K3", 44), quad.Black, BadEnPassant},  // White could capture there
		{enPassant("4k3/8/8/8/3pP3/8/8/4K3", 20), quad.White, BadEnPassant},  // Black could
		{enPassant("4k3/8/8/3Pp3/8/8/8/4K2r", 44), quad.Black, BadEnPassant}, // the first reason
		{enPassant("4k3/8/8/3Pp3/8/8/8/R3K3", 44), quad.White, Valid},
	} {
		p := movegen.Position{Board: test.board, Side: test.side}
		if got := ValidityOf(&p); got != test.want {
			t.Errorf("%v\nis %v, want %v", p, got, test.want)
		}
	}
}

func TestParse(t *testing.T) {
	got, err := Parse("checkers, king,legal_moves,checkers")
	var names []string
	for _, c := range got {
		names = append(names, c.Name)
	}
	want := []string{"checkers", "in_check", "double_check", "pinned", "pinners", "danger", "king_zone_white", "king_zone_black", "legal_moves"}
	if err != nil || !slices.Equal(names, want) {
		t.Errorf("%q, %v, want %q", names, err, want)
	}
	const expected = "expected the name of a column or of a group of columns"
	for bad, want := range map[string]string{
		"": expected + `, found ""`, "king,,phase": expected + `, found ""`, "le": expected + `, found "le"`,
		"legal_moove": expected + `, such as legal_moves, found "legal_moove"`, "kin": expected + `, such as king, found "kin"`, "incheck": expected + `, such as in_check, found "incheck"`, "king_zones": expected + `, such as king_zone_white, found "king_zones"`,
	} {
		if got, err := Parse(bad); err == nil || err.Error() != want {
			t.Errorf("%q is %v, %v, want the error %s", bad, got, err, want)
		}
	}
	for _, c := range All() {
		if c.Doc == "" || c.Group == "" || c.Kind != Bool && c.Kind != Enum && c.Kind != Number && c.Unit == "" {
			t.Errorf("%s lacks its documentation", c.Name)
		}
	}
}

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }
