package env

import "encoding/binary"

// ActionCount returns the number of actions: 4672, 1858, or 65536 for [MoveActions].
func (e *Env) ActionCount() int {
	if e.options.Actions == MoveActions {
		return 1 << 16
	}
	return e.options.Actions.encoding().Moves()
}

// MaskWords returns the number of 64-bit words in the mask of a game: 73, 30, or 0 for
// [MoveActions], which have no masks.
func (e *Env) MaskWords() int {
	if e.options.Actions == MoveActions {
		return 0
	}
	return e.options.Actions.encoding().Words()
}

// Masks sets the bits of the legal actions of each game: bit a%64 of dst[MaskWords()*i + a/64]
// is 1 if action a is legal in game i. A game that is over has no legal actions. With
// [NextStep] its mask has action 0 alone, so that no mask is empty; the next Step ignores the
// action. Masks panics if the length of dst is not Len()*MaskWords(), or if actions are
// [MoveActions].
func (e *Env) Masks(dst []uint64) {
	e.needMasks("Masks")
	e.checkLen("Masks", len(dst), e.MaskWords())
	each(e, dst, (*Env).masks)
}

// MaskBytes is [Env.Masks] with a byte for each action: dst[ActionCount()*i + a] is 1 or 0.
func (e *Env) MaskBytes(dst []uint8) {
	e.needMasks("MaskBytes")
	e.checkLen("MaskBytes", len(dst), e.ActionCount())
	each(e, dst, (*Env).maskBytes)
}

func (e *Env) needMasks(function string) {
	if e.options.Actions == MoveActions {
		panic("env: " + function + ": there are no masks of moves")
	}
}

// masks sets the masks of games lo to hi-1.
func (e *Env) masks(lo, hi int, dst []uint64) {
	words := e.MaskWords()
	e.mask(lo, hi, dst[lo*words:hi*words])
}

// mask sets dst to the masks of games lo to hi-1.
func (e *Env) mask(lo, hi int, dst []uint64) {
	e.options.Actions.encoding().MaskBatch(dst, e.games.Slice(lo, hi))
	words := e.MaskWords()
	for i, outcome := range e.over[lo:hi] {
		if outcome != Running {
			row := dst[words*i:][:words]
			clear(row)
			if e.options.AutoReset == NextStep {
				row[0] = 1
			}
		}
	}
}

// maskPart is the number of masks that are expanded to bytes together.
const maskPart = 32

// maskBytes sets the masks of games lo to hi-1.
func (e *Env) maskBytes(lo, hi int, dst []uint8) {
	encoding := e.options.Actions.encoding()
	words, n := encoding.Words(), encoding.Moves()
	var room [maskPart * 73]uint64
	for ; lo < hi; lo += maskPart {
		end := min(lo+maskPart, hi)
		masks := room[:words*(end-lo)]
		e.mask(lo, end, masks)
		for i := lo; i < end; i++ {
			mask := masks[words*(i-lo):][:words]
			rest := dst[n*i : n*(i+1)]
			for _, word := range mask[:n/64] {
				expandBytes((*[64]uint8)(rest), word)
				rest = rest[64:]
			}
			for k := range rest {
				rest[k] = uint8(mask[words-1] >> k & 1)
			}
		}
	}
}

// expandBytes sets dst[i] to bit i of x.
func expandBytes(dst *[64]uint8, x uint64) {
	for i := range 8 {
		b := x >> (8 * i) & 0xff
		// Byte k of the product is b; keep its bit k, and move it to bit 0.
		b = (b*0x0101010101010101&0x8040201008040201 + 0x7f7f7f7f7f7f7f7f) >> 7 & 0x0101010101010101
		binary.LittleEndian.PutUint64(dst[8*i:], b)
	}
}
