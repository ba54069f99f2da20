package quad

//go:generate go run -C ../asm -tags purego . quad -pkg quad -out ../quad/quad_amd64.s -stubs ../quad/quad_stubs_amd64.go
