package cli

// RemoveFilesOnSignal does nothing: there are no signals.
func RemoveFilesOnSignal() {}
