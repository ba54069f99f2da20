package env

import (
	"slices"
	"testing"
)

// FuzzStep plays any actions. Legal ones must agree with the oracle, others must change
// nothing.
func FuzzStep(f *testing.F) {
	f.Add(uint8(0), uint16(0), []byte("\x08\x00\x00\x00\x0c\x00\x09\x00"))
	f.Add(uint8(1), uint16(1), []byte("\x30\x01\xff\xff"))
	f.Add(uint8(2), uint16(2), []byte("\x8c\x07\x0c\x17"))
	starts := corpusStarts(f)
	f.Fuzz(func(t *testing.T, kind uint8, start uint16, actions []byte) {
		o := Options{Actions: Actions(kind % 3), AutoReset: Disabled, Starts: []string{starts[int(start)%len(starts)]}, Workers: 1}
		e := mustNew(t, 1, o)
		game := newOracle(e.Position(0).FEN(), o.Actions)
		for ; len(actions) >= 2; actions = actions[2:] {
			a := int32(actions[0]) | int32(actions[1])<<8
			if len(game.actions) > 0 && actions[1]&0x60 == 0x60 { // a legal action
				a = game.actions[int(a)%len(game.actions)]
			}
			over := game.outcome(0) != Running
			before := e.Position(0)
			r := e.Step([]int32{a})
			k := slices.Index(game.actions, a)
			if legal := k >= 0 && !over; legal == r.Illegal[0] {
				t.Fatalf("%s: action %d: illegal %v", before.FEN(), a, r.Illegal[0])
			}
			if r.Illegal[0] {
				if e.Position(0) != before || r.Rewards[0] != 0 {
					t.Fatalf("%s: action %d changed the game to %s", before.FEN(), a, e.Position(0).FEN())
				}
				continue
			}
			game.play(game.moves[k])
			if p := e.Position(0); r.Outcomes[0] != game.outcome(0) || newOracle(p.FEN(), o.Actions).Board != game.Board {
				t.Fatalf("%s: action %d: %v, %s; want %v", before.FEN(), a, r.Outcomes[0], p.FEN(), game.outcome(0))
			}
		}
	})
}
