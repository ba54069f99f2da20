module github.com/koggestone/koggestone/bench

go 1.25.0

replace github.com/koggestone/koggestone => ../

require github.com/koggestone/koggestone v0.0.0-00010101000000-000000000000

require golang.org/x/sys v0.47.0 // indirect
