package annotate

import "fmt"

// Error returns the input, the line or the offset, and what is wrong.
func (r *Rejected) Error() string {
	if r.Line > 0 {
		return fmt.Sprintf("%s: line %d: %v", r.Input, r.Line, r.Err)
	}
	return fmt.Sprintf("%s: byte %d: %v", r.Input, r.Offset, r.Err)
}

// Unwrap returns what is wrong.
func (r *Rejected) Unwrap() error { return r.Err }
