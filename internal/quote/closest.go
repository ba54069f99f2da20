package quote

// Closest returns the name that a misspelt word resembles, or "" if none is similar.
func Closest(word string, names []string) string {
	best, least := "", max(1, len(word)/3)+1
	for _, name := range names {
		if d := edits(word, name); d < least {
			best, least = name, d
		}
	}
	return best
}

// edits counts how many letters to insert, delete or replace to turn a into b (Levenshtein 1965).
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
