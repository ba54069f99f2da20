package movegen

//go:generate go run -C ../asm -tags purego . movegen -pkg movegen -out ../movegen/movegen_amd64.s -stubs ../movegen/movegen_stubs_amd64.go
