package cli

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// NewProgress returns a progress bar of n steps on standard error, invisible
// unless that is a terminal.
func NewProgress(s *Streams, n int64, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions64(n,
		progressbar.OptionSetWriter(s.Err),
		progressbar.OptionSetVisibility(s.ErrTerminal),
		progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true))
}
