package raylist

// Perft returns the number of legal move sequences of depth plies from p, 1 for
// depth 0 and below. It makes every move, including those of the last ply: the test
// for legality requires it.
func (p *Position) Perft(depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	var l List
	p.Generate(&l)
	var nodes uint64
	for _, m := range l.Moves() {
		u := p.Do(m)
		if !p.leftInCheck() {
			nodes += p.Perft(depth - 1)
		}
		p.Undo(m, u)
	}
	return nodes
}
