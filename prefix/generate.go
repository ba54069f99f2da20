package prefix

//go:generate go run -C ../asm -tags purego . prefix -pkg prefix -out ../prefix/prefix_amd64.s -stubs ../prefix/prefix_stubs_amd64.go
