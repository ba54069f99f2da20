module github.com/koggestone/koggestone/internal/cli

go 1.25.0

require (
	github.com/alecthomas/kong v1.17.0
	github.com/klauspost/compress v1.20.3
	github.com/koggestone/koggestone v0.1.0
	golang.org/x/sys v0.47.0
	golang.org/x/term v0.45.0
)
