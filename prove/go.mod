module github.com/koggestone/koggestone/prove

go 1.25.0

require (
	github.com/koggestone/koggestone v0.1.0
	golang.org/x/sync v0.17.0
	golang.org/x/tools v0.38.0
)

require (
	golang.org/x/mod v0.29.0 // indirect
	golang.org/x/sys v0.47.0 // indirect
)
