package koggestone

//go:generate go run -C asm -tags purego . koggestone -pkg koggestone -out ../koggestone_amd64.s -stubs ../koggestone_stubs_amd64.go
