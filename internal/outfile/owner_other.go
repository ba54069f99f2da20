//go:build !unix

package outfile

import (
	"io/fs"
	"os"
)

func keepOwner(*os.File, fs.FileInfo) {} // files take the owner of the folder
