package env

import "github.com/koggestone/koggestone/movegen"

// ActionCount returns the number of actions: 4672, 1858, or 65536 for [MoveActions].
func (e *Env) ActionCount() int {
	if e.options.Actions == MoveActions {
		return 1 << 16
	}
	return e.options.Actions.encoding().Moves()
}

// MaskWords returns how many 64-bit words a game's mask has: 73, 30, or 0 for
// [MoveActions], because moves have no masks.
func (e *Env) MaskWords() int {
	if e.options.Actions == MoveActions {
		return 0
	}
	return e.options.Actions.encoding().Words()
}

// Masks marks the legal actions in each game: if action a is legal in game i, bit a%64 of
// dst[MaskWords()*i + a/64] is 1, and otherwise 0. A finished game has no legal actions. With
// [NextStep] its mask still contains action 0, which the next Step ignores, so that you can
// draw an action from every mask. Masks panics unless len(dst) is Len()*MaskWords(), and with
// [MoveActions], because moves have no masks.
func (s selection) Masks(dst []uint64) {
	s.e.needMasks("Masks")
	s.checkLen("Masks", len(dst), s.e.MaskWords())
	each(s, dst, selection.masks)
}

// MaskBytes is like [Env.Masks], but with a byte for each action: dst[ActionCount()*i + a] is
// 1 or 0.
func (s selection) MaskBytes(dst []uint8) {
	s.e.needMasks("MaskBytes")
	s.checkLen("MaskBytes", len(dst), s.e.ActionCount())
	each(s, dst, selection.maskBytes)
}

func (e *Env) needMasks(function string) {
	if e.options.Actions == MoveActions {
		panic("env: " + function + ": Actions: expected alphazero or leela, found moves, which have no masks")
	}
}

func (s selection) masks(lo, hi int, dst []uint64) {
	words := s.e.MaskWords()
	s.mask(s.part(lo, hi), lo, dst[lo*words:hi*words])
}

// mask writes the masks for the games in part, which starts at game lo in the subset, to
// dst.
func (s selection) mask(part *movegen.Batch, lo int, dst []uint64) {
	e := s.e
	e.options.Actions.encoding().MaskBatch(dst, part)
	words := e.MaskWords()
	for k := range part.Len() {
		if e.over[s.index(lo+k)] != Running {
			row := dst[words*k:][:words]
			clear(row)
			if e.options.AutoReset == NextStep {
				row[0] = 1
			}
		}
	}
}

// maskPart is how many masks are expanded to bytes together. It is a multiple of the
// kernels' block, because part of a block takes as long as a whole one.
const maskPart = 64

func (s selection) maskBytes(lo, hi int, dst []uint8) {
	encoding := s.e.options.Actions.encoding()
	first, part := lo, s.part(lo, hi)
	words, n := encoding.Words(), encoding.Moves()
	stream := streams(dst)
	var room [maskPart * 73]uint64
	for ; lo < hi; lo += maskPart {
		end := min(lo+maskPart, hi)
		masks := room[:words*(end-lo)]
		s.mask(part.Slice(lo-first, end-first), lo, masks)
		if n%64 == 0 {
			expandBytes(dst[n*lo:], masks, ones, stream)
			continue
		}
		for i := lo; i < end; i++ {
			mask, row := masks[words*(i-lo):][:words], dst[n*i:n*(i+1)]
			expandBytes(row, mask[:words-1], ones, 0)
			for k := n &^ 63; k < n; k++ {
				row[k] = uint8(mask[words-1] >> (k % 64) & 1)
			}
		}
	}
	fence()
}
