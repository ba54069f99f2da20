package quad

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/koggestone/koggestone"
	"github.com/koggestone/koggestone/internal/mailbox"
	"github.com/koggestone/koggestone/internal/pathtest"
	"github.com/koggestone/koggestone/internal/simd"
)

// randomGames plays games of random legal moves from positions of the suites,
// and calls visit with each position and the side to move.
func randomGames(tb testing.TB, rng *rand.Rand, games int, visit func(m *mailbox.Board, us int)) {
	tb.Helper()
	boards, colors := suites(tb)
	for range games {
		start := rng.IntN(len(boards))
		m, us := toCells(boards[start]), int(colors[start])
		for sq := range m {
			if m[sq] == mailbox.Target && m.Capturers(sq) == 0 {
				m[sq] = mailbox.Empty
			}
		}
		for range 60 {
			visit(&m, us)
			moves := m.PseudoMoves(us)
			rng.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
			over := true
			for _, move := range moves {
				if after := m.Play(move); !after.InCheck(us) {
					m, us, over = after, 1-us, false
					break
				}
			}
			if over {
				break
			}
		}
	}
}

// TestThreatsDecideLegality plays every pseudo-legal move of random games on the
// mailbox, and compares the result with the conclusion of an engine from Threats:
// Danger decides king moves, CheckMask and Pinned decide others, and the check
// squares and Discoverers decide checks. En passant has a rule of its own.
// Checks by promotions are not compared, because the pawn may block the new piece.
func TestThreatsDecideLegality(t *testing.T) {
	table := koggestone.RayTable()
	// aligned reports whether a, b and c lie on one line of a queen.
	aligned := func(a, b, c int) bool {
		for d := range 4 {
			line := table[d][a] | table[d+4][a]
			if line>>b&1 != 0 && line>>c&1 != 0 {
				return true
			}
		}
		return false
	}
	pathtest.Each(t, func(t *testing.T, _ simd.Path) {
		rng := rand.New(rand.NewPCG(17, 18))
		moves, illegal, checks := 0, 0, 0
		randomGames(t, rng, count(60), func(m *mailbox.Board, us int) {
			b := fromCells(m)
			c := Color(us)
			threats := b.Threats(c)
			king := bits.TrailingZeros64(b.Pieces(c, King))
			foeKing := bits.TrailingZeros64(b.Pieces(c.Other(), King))
			checksBy := map[Kind]uint64{Pawn: threats.PawnChecks, Knight: threats.KnightChecks,
				Bishop: threats.BishopChecks, Rook: threats.RookChecks, Queen: threats.QueenChecks()}
			for _, move := range m.PseudoMoves(us) {
				after := m.Play(move)
				legal := !after.InCheck(us)
				from, to := uint64(1)<<move.From, uint64(1)<<move.To
				kind := Kind(m.Kind(move.From))
				moves++
				if !legal {
					illegal++
				}
				var want bool
				switch {
				case m.EnPassant(move):
					want = b.EnPassantCapturers(to)&from != 0
				case kind == King:
					want = threats.Danger&to == 0
				default:
					want = threats.CheckMask&to != 0 &&
						(threats.Pinned&from == 0 || aligned(king, move.From, move.To))
				}
				if want != legal {
					t.Fatalf("%v %s%s: legal %v, by Threats %v\n%v", kind, SquareName(move.From),
						SquareName(move.To), legal, want, b)
				}
				if !legal || m.EnPassant(move) || move.Promote != mailbox.Empty {
					continue
				}
				check := checksBy[kind]&to != 0 ||
					threats.Discoverers&from != 0 && !aligned(foeKing, move.From, move.To)
				if got := after.InCheck(1 - us); got != check {
					t.Fatalf("%v %s%s: gives check %v, by Threats %v\n%v", kind, SquareName(move.From),
						SquareName(move.To), got, check, b)
				}
				if check {
					checks++
				}
			}
		})
		if moves < count(20000) || illegal < count(500) || checks < count(200) {
			t.Fatalf("%d moves, %d illegal, %d checks: too few to tell", moves, illegal, checks)
		}
	})
}
