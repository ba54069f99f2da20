package training

import (
	"maps"
	"slices"
)

// Stats describes what a [Stream] has read. Each worker adds its numbers after each chunk, and when
// it passes on entries.
type Stats struct {
	Bytes   int64 // bytes read from the files
	Chunks  int64
	Read    int64 // positions read
	Kept    int64 // positions that the filter kept
	Dropped Dropped

	// Corrupt counts corrupt chunks, and in formats with records corrupt records, by reason.
	Corrupt map[string]int64
	// Problems are the errors in the first five of these chunks and records, with file and offset.
	Problems []error
}

// mostProblems is how many problems Stats describes.
const mostProblems = 5

// Dropped counts the positions that a [Filter] has dropped, by the field that dropped them.
type Dropped struct {
	NoScore, EarlyPly, Random, CaptureOrCheck, ByResult, SmallEval, SoftPly, PieceCount int64
}

func (d *Dropped) add(other *Dropped) {
	d.NoScore += other.NoScore
	d.EarlyPly += other.EarlyPly
	d.Random += other.Random
	d.CaptureOrCheck += other.CaptureOrCheck
	d.ByResult += other.ByResult
	d.SmallEval += other.SmallEval
	d.SoftPly += other.SoftPly
	d.PieceCount += other.PieceCount
}

// add adds the counts of other.
func (s *Stats) add(other *Stats) {
	s.Bytes += other.Bytes
	s.Chunks += other.Chunks
	s.Read += other.Read
	s.Kept += other.Kept
	s.Dropped.add(&other.Dropped)
	for reason, n := range other.Corrupt {
		s.corrupt(reason, n)
	}
	s.Problems = append(s.Problems, other.Problems[:min(len(other.Problems), mostProblems-len(s.Problems))]...)
}

// problem counts a corrupt chunk or record.
func (s *Stats) problem(reason string, err error) {
	s.corrupt(reason, 1)
	if len(s.Problems) < mostProblems {
		s.Problems = append(s.Problems, err)
	}
}

// corruptions returns the number of corrupt chunks and records.
func (s *Stats) corruptions() (n int64) {
	for _, k := range s.Corrupt {
		n += k
	}
	return n
}

// corrupt adds corrupt chunks or records.
func (s *Stats) corrupt(reason string, n int64) {
	if s.Corrupt == nil {
		s.Corrupt = map[string]int64{}
	}
	s.Corrupt[reason] += n
}

func (s *Stats) clone() Stats {
	c := *s
	c.Corrupt, c.Problems = maps.Clone(s.Corrupt), slices.Clone(s.Problems)
	return c
}
