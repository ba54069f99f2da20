package raylist

// Perft returns the number of legal move sequences of depth plies from p, 1 for
// depth 0 and below. Every move is made, at the last ply too: the test whether
// it is legal needs that.
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
