// Package outfile writes the output files of a command. A file appears when it is complete.
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// Write writes data to the file that path names by [Create] and [File.Commit].
func Write(path string, stdout io.Writer, data []byte) error {
	f, err := Create(path, stdout)
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Discard()
		return err
	}
	return f.Commit()
}

// Target returns the target of path after all symbolic links. It may not exist.
func Target(path string) (string, error) {
	target, _, err := follow(path)
	return target, err
}

// follow returns the target of path after all symbolic links, and whether one of the links is
// a name of the system for an open file.
func follow(path string) (file string, open bool, err error) {
	const most = 40 // as many links as Linux follows
	for range most {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink == 0 {
			return path, false, nil
		}
		if err != nil {
			return "", false, err
		}
		folder, err := filepath.EvalSymlinks(filepath.Dir(path))
		if err != nil {
			return "", false, err
		}
		if isOpenFiles(folder) {
			return path, true, nil
		}
		target, err := os.Readlink(path)
		if err != nil {
			return "", false, err
		}
		if path = target; !filepath.IsAbs(target) {
			path = filepath.Join(folder, target)
		}
	}
	return "", false, fmt.Errorf("more than %d links follow one another", most)
}

// isOpenFiles reports whether folder holds the open files of a process.
func isOpenFiles(folder string) bool {
	process, name := filepath.Split(folder)
	return name == "fd" && len(process) > len("/proc/") && process[:len("/proc/")] == "/proc/"
}

// isFile reports whether w is the open file that info describes.
func isFile(w io.Writer, info fs.FileInfo) bool {
	f, ok := w.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return false
	}
	own, err := f.Stat()
	return err == nil && os.SameFile(own, info)
}

// temporary creates a file in a folder, with mode perm before the umask. RemoveTemporary
// removes it.
func temporary(folder string, perm fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(folder, fmt.Sprintf(".koggestone-%08x", rand.Uint32()))
		f, err := hold(name, perm)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}
