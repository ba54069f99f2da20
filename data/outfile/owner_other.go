//go:build !unix

package outfile

import (
	"io/fs"
	"os"
)

// keepOwner does nothing: a file has the owner of its folder, or none.
func keepOwner(*os.File, fs.FileInfo) error { return nil }
