module github.com/koggestone/koggestone/prove

go 1.25.0
