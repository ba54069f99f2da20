// Command asm writes the assembly of the koggestone packages with avo. Each
// package has one program, chosen by the first argument; the rest are avo's own
// flags:
//
//	go run -C asm -tags purego . koggestone -pkg koggestone -out ... -stubs ...
//
// It is built with the purego tag, so that the library that it takes the
// direction table from compiles while the generated files do not exist.
package main

import (
	"flag"
	"fmt"
	"os"

	. "github.com/mmcloughlin/avo/build"
)

// programs holds the generator of each package.
var programs = map[string]func(){
	"koggestone": koggestonePackage,
	"movegen":    movegenPackage,
	"prefix":     prefixPackage,
	"quad":       quadPackage,
}

func main() {
	if len(os.Args) < 2 || programs[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "asm: the first argument names a package of the library")
		os.Exit(2)
	}
	program := programs[os.Args[1]]
	// avo parses the command line itself.
	os.Args = append(os.Args[:1], os.Args[2:]...)
	flag.Parse()
	ConstraintExpr("gc,!purego")
	program()
	Generate()
}
