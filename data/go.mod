module github.com/koggestone/koggestone/data

go 1.25.0

require github.com/koggestone/koggestone v0.1.0

require golang.org/x/sys v0.47.0 // indirect
