//go:build unix

package outfile

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// keepOwner sets the owner and the group of f to those of old. A file with several names is
// an error: a rename would leave the others with the old data.
func keepOwner(f *os.File, old fs.FileInfo) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	now, was := info.Sys().(*syscall.Stat_t), old.Sys().(*syscall.Stat_t)
	if was.Nlink > 1 {
		return errors.New("a file with several names")
	}
	if now.Uid == was.Uid && now.Gid == was.Gid {
		return nil
	}
	return f.Chown(int(was.Uid), int(was.Gid))
}
