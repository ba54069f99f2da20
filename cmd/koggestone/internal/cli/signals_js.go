package cli

import "context"

// RemoveFilesOnSignal does nothing: there are no signals.
func RemoveFilesOnSignal() {}

// Interruptible returns a context that only stop cancels.
func Interruptible() (ctx context.Context, stop context.CancelFunc) {
	return context.WithCancel(context.Background())
}
