package records

import (
	"fmt"
	"slices"

	"github.com/koggestone/koggestone/internal/quote"
)

// A skipKind is a kind of text in games that does not become a value.
type skipKind uint8

const (
	SkippedSigns skipKind = iota
	SkippedVariations
	SkippedComments
	SkippedCommands
	EngineScores
	EvalsUnreadable
	EvalsOutOfRange
	EvalsUnclear
	EvalsRepeated
	ClocksUnreadable
	ClocksRepeated
	ResultsUnreadable
	ResultsForfeited
	ResultsBothLost
	ResultsContradicted
	RatingsUnreadable
	EvalsInPawns
	EvalsInHundredths
	skipKinds
)

// skips describes the kinds. If there is a note, it is written once for an input, with the count.
var skips = [skipKinds]struct{ name, note string }{
	SkippedSigns:        {"signs", ""},
	SkippedVariations:   {"variations", ""},
	SkippedComments:     {"comments", ""},
	SkippedCommands:     {"commands", ""},
	EngineScores:        {"engine_scores", "comments with an engine's score, which is not read"},
	EvalsUnreadable:     {"evals_unreadable", "evaluations that cannot be read"},
	EvalsOutOfRange:     {"evals_out_of_range", "evaluations that are left out because they are out of range"},
	EvalsUnclear:        {"evals_unclear", "evaluations that are left out because they have no decimal point and others of the game do; Task.EvalUnit decides their unit"},
	EvalsRepeated:       {"evals_repeated", "evaluations that are left out because the position has an earlier one"},
	ClocksUnreadable:    {"clocks_unreadable", "clocks that cannot be read"},
	ClocksRepeated:      {"clocks_repeated", "clocks that are left out because the position has an earlier one"},
	ResultsUnreadable:   {"results_unreadable", "results that cannot be read"},
	ResultsForfeited:    {"results_forfeited", "results by forfeit, which are no labels"},
	ResultsBothLost:     {"results_both_lost", "results that both players lost, which are no labels"},
	ResultsContradicted: {"results_contradicted", "tags Result that contradict the end of the moves; the tags are used"},
	RatingsUnreadable:   {"ratings_unreadable", "ratings that cannot be read"},
	EvalsInPawns:        {"evals_in_pawns", ""},
	EvalsInHundredths:   {"evals_in_hundredths", "evaluations without a decimal point, read as hundredths of a pawn; Task.EvalUnit pawns reads them as pawns"},
}

// Skipped counts text in games that does not become a value, by kind, and values that are read in an unusual way.
type Skipped [skipKinds]int64

// Add adds other's counts to s.
func (s *Skipped) Add(other *Skipped) {
	for k, n := range other {
		s[k] += n
	}
}

// Counts returns the counts above 0 by the names of their kinds.
func (s *Skipped) Counts() map[string]int64 {
	var counts map[string]int64
	for k, n := range s {
		if n > 0 {
			if counts == nil {
				counts = map[string]int64{}
			}
			counts[skips[k].name] = n
		}
	}
	return counts
}

// Skip counts a text of a kind in the block.
func (b *Block) Skip(k skipKind, text Span) {
	if b.Skipped[k]++; b.Skipped[k] == 1 {
		b.firstSkipped[k] = text
	}
}

// SkippedNotes sums up what blocks of an input skip, for notes with counts.
type SkippedNotes struct {
	Counts Skipped
	first  [skipKinds]SkippedNote
}

// A SkippedNote says how often an input has text of a kind.
type SkippedNote struct {
	Line, Offset int64  // place of the first value; the line is 0 if it is unknown
	Text         []byte // the first value
	Count        int64
	Err          error
}

// Add adds the counts of a block, which must come after the blocks that were added before.
func (s *SkippedNotes) Add(b *Block) {
	for k, n := range b.Skipped {
		if n > 0 && s.Counts[k] == 0 && skips[k].note != "" {
			text := b.firstSkipped[k]
			s.first[k] = SkippedNote{Line: b.LineOf(text.Start), Offset: b.Offset + int64(text.Start), Text: slices.Clone(b.Bytes(text))}
		}
		s.Counts[k] += n
	}
}

// Notes returns a note for each kind that needs one.
func (s *SkippedNotes) Notes() (notes []SkippedNote) {
	for k, n := range s.Counts {
		if n == 0 || skips[k].note == "" {
			continue
		}
		note := s.first[k]
		note.Count = n
		note.Err = fmt.Errorf("%s: %d, the first is %s", skips[k].note, n, quote.Short(string(note.Text)))
		if m := s.Counts[EvalsInPawns]; skipKind(k) == EvalsInHundredths && m > 0 {
			note.Err = fmt.Errorf("%w; other games have evaluations with a decimal point, in pawns: %d", note.Err, m)
		}
		notes = append(notes, note)
	}
	return notes
}
