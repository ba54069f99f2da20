package main

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// newProgress returns a progress bar of n steps on standard error, invisible
// unless that is a terminal.
func newProgress(s *streams, n int64, what string) *progressbar.ProgressBar {
	return progressbar.NewOptions64(n,
		progressbar.OptionSetWriter(s.err),
		progressbar.OptionSetVisibility(s.errTerminal),
		progressbar.OptionSetDescription(what),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true))
}
