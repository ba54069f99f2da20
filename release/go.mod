module github.com/koggestone/koggestone/release

go 1.25.0

require golang.org/x/mod v0.29.0
