module github.com/koggestone/koggestone/bench

go 1.26.0

require (
	github.com/brighamskarda/chess/v2 v2.0.0
	github.com/corentings/chess/v2 v2.5.1
	github.com/klauspost/cpuid/v2 v2.4.0
	github.com/koggestone/koggestone v0.1.0
	github.com/koggestone/koggestone/data v0.1.0
	github.com/marcboeker/go-duckdb v1.8.5
	github.com/notnil/chess v1.10.0
	github.com/schollz/progressbar/v3 v3.19.1
	golang.org/x/perf v0.0.0-20250305200902-02a15fd477ba
	golang.org/x/term v0.45.0
)

require (
	github.com/aclements/go-moremath v0.0.0-20210112150236-f10218a38794 // indirect
	github.com/apache/arrow-go/v18 v18.8.0 // indirect
	github.com/go-viper/mapstructure/v2 v2.4.0 // indirect
	github.com/goccy/go-json v0.10.6 // indirect
	github.com/google/flatbuffers v25.12.19+incompatible // indirect
	github.com/google/uuid v1.6.0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	github.com/mitchellh/colorstring v0.0.0-20190213212951-d06e56a500db // indirect
	github.com/pierrec/lz4/v4 v4.1.29 // indirect
	github.com/rivo/uniseg v0.4.7 // indirect
	github.com/zeebo/xxh3 v1.1.0 // indirect
	golang.org/x/exp v0.0.0-20260112195511-716be5621a96 // indirect
	golang.org/x/sys v0.49.0 // indirect
)
