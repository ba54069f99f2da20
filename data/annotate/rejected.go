package annotate

import "fmt"

// Error returns the input, the place and the problem.
func (r *Rejected) Error() string { return fmt.Sprintf("%s: %s: %v", r.Input, r.Place(), r.Err) }

// Place returns the line, the row or the offset.
func (r *Rejected) Place() string {
	switch {
	case r.Line > 0:
		return fmt.Sprintf("line %d", r.Line)
	case r.Row > 0:
		return fmt.Sprintf("row %d", r.Row)
	}
	return fmt.Sprintf("byte %d", r.Offset)
}

// Unwrap returns the problem.
func (r *Rejected) Unwrap() error { return r.Err }
