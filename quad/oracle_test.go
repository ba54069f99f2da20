package quad

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// against compares all sets of a vision with the oracle.
type against struct {
	tb    testing.TB
	board Board
}

func (a against) set(got, want uint64, what ...any) {
	if got != want {
		a.tb.Helper()
		a.tb.Fatalf("%s\n got %016x\nwant %016x\n%v\n%x", fmt.Sprint(what...), got, want, a.board, a.board)
	}
}

var kinds = [...]Kind{CastlingRook, Pawn, Bishop, Knight, Rook, King, Queen}

// compare holds all sets of b to the oracle's. Targets and through are any sets.
func compare(tb testing.TB, b Board, targets, through uint64) {
	tb.Helper()
	a := against{tb, b}
	m := toCells(b)
	v := b.Vision()
	var rays [8][64]uint8
	for d := range rays {
		for sq := range rays[d] {
			rays[d][sq] = m.LookBack(sq, d)
		}
	}
	for _, d := range directions {
		for k := None; k <= Queen; k++ {
			for _, c := range [...]Color{White, Black} {
				var want uint64
				for sq, code := range rays[d] {
					if Piece(code) == MakePiece(c, k) {
						want |= 1 << sq
					}
				}
				a.set(v.Seen(d, c, k), want, "Seen ", d, k, c)
			}
		}
	}
	var all [2]uint64
	for _, us := range [...]Color{White, Black} {
		i, j := int(us), 1-int(us)
		all[us] = m.AttacksBy(i, mailbox.Empty)
		a.set(v.Attacks(us), all[us], "Attacks ", us)
		a.set(b.Attacks(us), all[us], "Board.Attacks ", us)
		for _, k := range kinds {
			a.set(v.AttacksBy(us, k), m.AttacksBy(i, int(k)), "AttacksBy ", us, k)
			as := k
			if k == CastlingRook {
				as = Rook
			}
			a.set(v.Board.AttackFrom(us, k, targets), m.From(i, int(as), targets), "AttackFrom ", us, k)
			if k != King {
				a.set(v.CheckSquares(us, k), m.CheckSquares(i, int(as)), "CheckSquares ", us, k)
			}
			if k != CastlingRook {
				a.set(v.Reach(us, k), m.Reach(i, int(k)), "Reach ", us, k)
				a.set(v.AttackingMoves(us, k, Queen, targets),
					m.Reach(i, int(k))&m.From(i, mailbox.Queen, targets), "AttackingMoves ", us, k)
			}
			a.set(v.LesserAttacks(us, k), lesser(&m, i, k), "LesserAttacks ", us, k)
		}
		a.set(v.AttacksBy(us, None)|v.Board.AttackFrom(us, None, targets)|v.CheckSquares(us, None)|
			v.CheckSquares(us, King)|v.LesserAttacks(us, Pawn), 0, "sets of nothing")
		counts, n := m.Counts(i), v.AttackCounts(us)
		var twice uint64
		for sq, want := range counts {
			if n.At(sq) != want {
				tb.Fatalf("AttackCounts %v: %d on %s, want %d\n%v", us, n.At(sq), SquareName(sq), want, b)
			}
			if want >= 2 {
				twice |= 1 << sq
			}
		}
		a.set(v.AttackedTwice(us), twice, "AttackedTwice ", us)
		a.set(v.Board.Attackers(us, targets), m.Attackers(i, targets), "Attackers ", us)
		a.set(v.XRays(us, through), m.XRays(i, through), "XRays ", us)
		a.set(v.Batteries(us), m.Batteries(i), "Batteries ", us)

		checkers := m.Checkers(i)
		a.set(v.Checkers(us), checkers, "Checkers ", us)
		pinned, pinners := m.Blockers(i, j, i)
		a.set(v.Pinned(us), pinned, "Pinned ", us)
		a.set(v.Pinners(us), pinners, "Pinners ", us)
		discoverers, _ := m.Blockers(j, i, i)
		a.set(v.Discoverers(us), discoverers,
			"Discoverers ", us)
		if m.OneKing(i) {
			a.set(v.CheckMask(us), m.CheckMask(i), "CheckMask ", us)
			a.set(v.Danger(us), m.KingDanger(i), "Danger ", us)
		}
	}
	for _, us := range [...]Color{White, Black} {
		var own, kings uint64
		for sq := range m {
			if m.Is(sq, int(us)) {
				own |= 1 << sq
			}
			if m.Kind(sq) == mailbox.King {
				kings |= 1 << sq
			}
		}
		a.set(v.Defended(us), own&all[us], "Defended ", us)
		a.set(v.Hanging(us), own&^kings&all[us.Other()]&^all[us], "Hanging ", us)
		compareThreats(a, &m, &v, us)
		compareLegality(a, &m, us)
		compareByKind(a, &m, us)
		compareBothThreats(a, &m, us)
	}
	compareSources(tb, b, &m)
	compareDistinct(a, &m)
	for sq := range 64 {
		a.set(b.EnPassantCapturers(1<<sq), m.Capturers(sq), "EnPassantCapturers ", SquareName(sq))
	}
}

// lesser returns the attacks of the pieces of lesser value than k.
func lesser(m *mailbox.Board, color int, k Kind) (set uint64) {
	value := [8]int{Pawn: 1, Bishop: 3, Knight: 3, Rook: 5, CastlingRook: 5, Queen: 9, King: 100}
	for _, l := range kinds {
		if value[l] < value[k] {
			set |= m.AttacksBy(color, int(l))
		}
	}
	return set
}

func compareThreats(a against, m *mailbox.Board, v *Vision, us Color) {
	i, j := int(us), 1-int(us)
	t := a.board.Threats(us)
	for _, c := range []struct {
		name      string
		got, want uint64
	}{
		{"ByPawn", t.ByPawn, m.AttacksBy(j, mailbox.Pawn)},
		{"ByKnight", t.ByKnight, m.AttacksBy(j, mailbox.Knight)},
		{"ByBishop", t.ByBishop, m.AttacksBy(j, mailbox.Bishop)},
		{"ByRook", t.ByRook, m.AttacksBy(j, mailbox.Rook)},
		{"ByQueen", t.ByQueen, m.AttacksBy(j, mailbox.Queen)},
		{"ByKing", t.ByKing, m.AttacksBy(j, mailbox.King)},
		{"Attacked", t.Attacked, m.AttacksBy(j, mailbox.Empty)},
		{"Checkers", t.Checkers, m.Checkers(i)},
		{"PawnChecks", t.PawnChecks, m.CheckSquares(i, mailbox.Pawn)},
		{"KnightChecks", t.KnightChecks, m.CheckSquares(i, mailbox.Knight)},
		{"BishopChecks", t.BishopChecks, m.CheckSquares(i, mailbox.Bishop)},
		{"RookChecks", t.RookChecks, m.CheckSquares(i, mailbox.Rook)},
		{"QueenChecks", t.QueenChecks(), m.CheckSquares(i, mailbox.Queen)},
	} {
		a.set(c.got, c.want, "Threats.", c.name, " ", us)
	}
	pinned, pinners := m.Blockers(i, j, i)
	a.set(t.Pinned, pinned, "Threats.Pinned ", us)
	a.set(t.Pinners, pinners, "Threats.Pinners ", us)
	discoverers, _ := m.Blockers(j, i, i)
	a.set(t.Discoverers, discoverers, "Threats.Discoverers ", us)
	if m.OneKing(i) {
		a.set(t.Danger, m.KingDanger(i), "Threats.Danger ", us)
		a.set(t.CheckMask, m.CheckMask(i), "Threats.CheckMask ", us)
	} else {
		a.set(t.Danger, v.Danger(us), "Threats.Danger ", us)
		a.set(t.CheckMask, v.CheckMask(us), "Threats.CheckMask ", us)
	}
}

// compareLegality holds the five sets to the oracle's. Kings after the first become
// pieces that attack nothing.
func compareLegality(a against, m *mailbox.Board, us Color) {
	i, j := int(us), 1-int(us)
	l := a.board.Legality(us)
	one, kings := *m, 0
	for sq := range one {
		if m.Is(sq, i) && m.Kind(sq) == mailbox.King {
			if kings++; kings > 1 {
				one[sq] = uint8(MakePiece(us, Pawn))
			}
		}
	}
	pinned, pinners := one.Blockers(i, j, i)
	a.set(l.Pinned, pinned, "Legality.Pinned ", us)
	a.set(l.Pinners, pinners, "Legality.Pinners ", us)
	a.set(l.Checkers, one.Checkers(i), "Legality.Checkers ", us)
	danger, mask := one.AttacksBy(j, mailbox.Empty), ^uint64(0)
	if kings > 0 {
		danger, mask = one.KingDanger(i), one.CheckMask(i)
	}
	a.set(l.Danger, danger, "Legality.Danger ", us)
	a.set(l.Attacked(a.board, us), m.AttacksBy(j, mailbox.Empty), "Legality.Attacked ", us)
	a.set(l.CheckMask, mask, "Legality.CheckMask ", us)
	if kings == 1 {
		t := a.board.Threats(us)
		a.set(l.Danger, t.Danger, "Danger of Legality and Threats ", us)
		a.set(l.CheckMask, t.CheckMask, "CheckMask of Legality and Threats ", us)
	}
}

// compareByKind holds the attacks of us to the oracle's on a board without the other kings.
func compareByKind(a against, m *mailbox.Board, us Color) {
	without := *m
	for sq := range without {
		if m.Is(sq, int(us.Other())) && m.Kind(sq) == mailbox.King {
			without[sq] = mailbox.Empty
		}
	}
	by := a.board.AttacksByKind(us)
	for k, got := range map[Kind]uint64{Pawn: by.ByPawn, Knight: by.ByKnight, Bishop: by.ByBishop, Rook: by.ByRook, Queen: by.ByQueen, King: by.ByKing} {
		a.set(got, without.AttacksBy(int(us), int(k)), "AttacksByKind ", us, k)
	}
	a.set(by.Attacked, without.AttacksBy(int(us), mailbox.Empty), "AttacksByKind.Attacked ", us)
}

// compareBothThreats compares our sets in BothThreats with the oracle.
func compareBothThreats(a against, m *mailbox.Board, us Color) {
	i, j := int(us), 1-int(us)
	both := a.board.BothThreats()
	t := &both[us]
	pinned, pinners := m.Blockers(i, j, i)
	discoverers, _ := m.Blockers(j, i, i)
	var twice uint64
	for sq, n := range m.Counts(i) {
		if n >= 2 {
			twice |= 1 << sq
		}
	}
	for _, c := range []struct {
		name      string
		got, want uint64
	}{
		{"Pawn", t.ByPawn, m.AttacksBy(i, mailbox.Pawn)},
		{"Knight", t.ByKnight, m.AttacksBy(i, mailbox.Knight)},
		{"Bishop", t.ByBishop, m.AttacksBy(i, mailbox.Bishop)},
		{"Rook", t.ByRook, m.AttacksBy(i, mailbox.Rook)},
		{"Queen", t.ByQueen, m.AttacksBy(i, mailbox.Queen)},
		{"King", t.ByKing, m.AttacksBy(i, mailbox.King)},
		{"All", t.Attacked, m.AttacksBy(i, mailbox.Empty)},
		{"Twice", t.AttackedTwice, twice},
		{"Checkers", t.Checkers, m.Checkers(i)},
		{"Pinned", t.Pinned, pinned},
		{"Pinners", t.Pinners, pinners},
		{"Discoverers", t.Discoverers, discoverers},
	} {
		a.set(c.got, c.want, "BothThreats.", c.name, " ", us)
	}
}

// compareSources compares the sliders that Source finds with the oracle's walk from each square.
func compareSources(tb testing.TB, b Board, m *mailbox.Board) {
	tb.Helper()
	s := b.Sources()
	for _, d := range directions {
		for sq := range 64 {
			want, seen := m.Source(sq, int(d))
			if got, ok := s.Source(d, sq); ok != seen || ok && got != want {
				tb.Fatalf("Source(%v, %s) = %d, %v, want %d, %v\n%v", d, SquareName(sq), got, ok, want, seen, b)
			}
		}
	}
}

// compareDistinct compares the targets of each rook by its code with the targets of the
// rook alone.
func compareDistinct(a against, m *mailbox.Board) {
	distinct := a.board.DistinctRooks()
	a.set(distinct.Orthogonal()^a.board.Orthogonal()|distinct.Diagonal()^a.board.Diagonal()|
		distinct.G0^a.board.G0|distinct.G1^a.board.G1|distinct.GB^a.board.GB, 0, "pieces of distinct rooks")
	v := distinct.Vision()
	for _, c := range [...]Color{White, Black} {
		first := true
		var least, rest uint64
		for sq := range m {
			if !m.Is(sq, int(c)) || m.Kind(sq) != mailbox.Rook {
				continue
			}
			var alone mailbox.Board // all other pieces are replaced by pieces that are not rooks
			for i := range m {
				if m[i]%8 != 0 {
					alone[i] = mailbox.Pawn
				}
			}
			alone[sq] = mailbox.Rook
			if first {
				least = alone.AttacksBy(0, mailbox.Rook)
			} else {
				rest |= alone.AttacksBy(0, mailbox.Rook)
			}
			first = false
		}
		a.set(v.AttacksBy(c, CastlingRook), least, "targets of the least rook ", c)
		a.set(v.AttacksBy(c, Rook), least|rest, "targets of all rooks ", c)
		for _, d := range directions {
			a.set(v.Seen(d, c, CastlingRook)&v.Seen(d, c, Rook), 0, "targets in common, going ", d)
		}
	}
}

// TestOracle compares every set with the oracle's, on the suites' positions, on random legal
// positions, and on scattered and crowded boards.
func TestOracle(t *testing.T) {
	boards, _ := suites(t)
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		rng := rand.New(rand.NewPCG(7, 8))
		for i := 0; i < len(boards); i += len(boards) / count(len(boards)) {
			b := boards[i]
			compare(t, b, rng.Uint64()&rng.Uint64()&rng.Uint64(), b.Occupied())
		}
		for range count(300) {
			b := scattered(rng)
			compare(t, b, 1<<rng.IntN(64), b.White())
		}
		randomGames(t, rng, count(30), func(m *mailbox.Board, _ int) {
			if rng.IntN(6) == 0 {
				b := fromCells(m)
				if err := b.Validate(); err != nil {
					t.Fatalf("%v\n%v", err, b)
				}
				compare(t, b, rng.Uint64()&rng.Uint64(), b.Black())
			}
		})
		// Nonsense boards also follow the rules for several kings.
		for range count(200) {
			compare(t, nonsense(rng), rng.Uint64()&rng.Uint64(), rng.Uint64())
		}
	})
}
