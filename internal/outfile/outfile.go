// Package outfile writes the files that a command is asked to write.
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

// Write writes data to the file that path names, as the shell's > does, except that
// a regular file holds either what it held before or all of data: it is written
// beside under another name and renamed.
//
// A link is followed to its target. A new file gets the mode that the umask leaves,
// one that is replaced keeps its mode and its owner. Devices and pipes are written
// to. A path that names the file of stdout, as /dev/stdout does, writes to stdout.
// A file that nothing can be renamed over, as its folder may not be written or
// it would lose its owner, is written in place.
func Write(path string, stdout io.Writer, data []byte) error {
	if err := write(path, stdout, data); err != nil {
		var about *fs.PathError
		var renamed *os.LinkError
		if errors.As(err, &about) { // it may name the temporary file
			err = about.Err
		} else if errors.As(err, &renamed) {
			err = renamed.Err
		}
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

func write(path string, stdout io.Writer, data []byte) error {
	path, open, err := follow(path)
	if err != nil {
		return err
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return create(path, data)
	case err != nil:
		return err
	case isFile(stdout, info):
		_, err := stdout.Write(data)
		return err
	case open:
		return writeTo(path, os.O_APPEND, data)
	case !info.Mode().IsRegular():
		return writeTo(path, 0, data)
	}
	// A file that may not be written is not replaced either.
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	f.Close()
	if replaced, err := replace(path, info, data); replaced || err != nil {
		return err
	}
	return writeTo(path, os.O_TRUNC, data)
}

// follow returns the file that path leads to over symbolic links, and whether a link
// on the way is one of the system's names for files that are open already.
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

// writeTo opens a file that is there, with a further flag, and writes data.
func writeTo(path string, flag int, data []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|flag, 0)
	if err != nil {
		return err
	}
	return writeAndClose(f, data)
}

func writeAndClose(f *os.File, data []byte) error {
	_, err := f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// temporary creates a file beside path, with the mode that the umask leaves of perm.
func temporary(path string, perm fs.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(filepath.Dir(path), fmt.Sprintf(".koggestone-%08x", rand.Uint32()))
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// create writes a new file.
func create(path string, data []byte) error {
	f, err := temporary(path, 0o666)
	if err != nil {
		return err
	}
	if err = writeAndClose(f, data); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// replace renames a file with data over an old one. It returns false if that cannot
// be; an error says that data cannot be written there in place either.
func replace(path string, old fs.FileInfo, data []byte) (replaced bool, err error) {
	f, err := temporary(path, 0o600)
	if err != nil {
		return false, nil
	}
	defer func() {
		if !replaced {
			os.Remove(f.Name())
		}
	}()
	if keepOwner(f, old) != nil || f.Chmod(old.Mode().Perm()) != nil {
		f.Close()
		return false, nil
	}
	if err := writeAndClose(f, data); err != nil {
		return false, err
	}
	return os.Rename(f.Name(), path) == nil, nil
}
