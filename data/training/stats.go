package training

import "maps"

// Stats describes what a [Stream] has read. Each worker adds its numbers after each chunk, and when
// it passes entries on.
type Stats struct {
	Bytes   int64 // read from the files
	Chunks  int64
	Read    int64 // positions
	Kept    int64 // positions
	Dropped Dropped

	// Corrupt counts corrupt chunks, and corrupt records of formats with records, by reason.
	Corrupt map[string]int64
	// Problem is the first of them, with its file and offset, or nil.
	Problem error
}

// Dropped counts the positions that a [Filter] dropped, by the parameter.
type Dropped struct {
	NoScore, EarlyPly, Random, CaptureOrCheck, ByResult, SmallEval, SoftPly, PieceCount int64
}

// add adds the counts of other.
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
	if s.Problem == nil {
		s.Problem = other.Problem
	}
}

// corrupt adds corrupt chunks or records.
func (s *Stats) corrupt(reason string, n int64) {
	if s.Corrupt == nil {
		s.Corrupt = map[string]int64{}
	}
	s.Corrupt[reason] += n
}

// clone returns a copy.
func (s *Stats) clone() Stats {
	c := *s
	c.Corrupt = maps.Clone(s.Corrupt)
	return c
}
