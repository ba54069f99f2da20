//go:build !unix

package outfile

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: these systems have no owners, or take that of the folder.
func keepOwner(*os.File, fs.FileInfo) error { return nil }
