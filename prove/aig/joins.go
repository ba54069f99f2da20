package aig

// Joins returns the immediate postdominator of each of n steps: the next step that every way from there to the end
// passes. next returns the steps that may follow a step, and n is the end. For a step that cannot reach the end the
// result is -1.
func Joins(n int, next func(i int) []int) []int {
	join := make([]int, n+1)
	for i := range join {
		join[i] = -1
	}
	join[n] = n
	depth := make([]int, n+1) // below the end in the tree of joins
	for changed := true; changed; {
		changed = false
		for i := n - 1; i >= 0; i-- {
			meet := -1
			for _, x := range next(i) {
				switch {
				case join[x] < 0:
				case meet < 0:
					meet = x
				default:
					for a, b := meet, x; ; {
						for depth[a] > depth[b] {
							a = join[a]
						}
						for depth[b] > depth[a] {
							b = join[b]
						}
						if a == b {
							meet = a
							break
						}
						a, b = join[a], join[b]
					}
				}
			}
			if meet >= 0 && (join[i] != meet || depth[i] != depth[meet]+1) {
				join[i], depth[i], changed = meet, depth[meet]+1, true
			}
		}
	}
	return join
}
