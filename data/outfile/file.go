package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A File is a file that is being written.
type File struct {
	path   string // as given
	target string // path without links
	out    io.Writer
	file   *os.File    // out, unless that is standard output
	beside bool        // file is temporary and replaces the target
	copied bool        // the target is replaced by a copy, since a rename is not possible
	old    fs.FileInfo // of the target, nil if it is new
}

// Create creates the file that path names, as the shell's > does. The data go to a temporary
// file beside a regular file. [File.Commit] renames it, so the target contains either the old
// data or all new data.
//
// Create follows links. A new file gets the mode that the umask allows; an existing file
// keeps its mode and owner. Devices and pipes are written directly. A path that names the
// file of stdout, such as /dev/stdout, writes to stdout. If a rename cannot replace the file,
// since it has several names or another owner or its folder is not writable, Commit copies
// the data over it. If the copy fails, such as on a full disk, the target is damaged; the
// error names the temporary file, which is kept.
func Create(path string, stdout io.Writer) (*File, error) {
	f := &File{path: path}
	if err := f.open(stdout); err != nil {
		return nil, f.fail(err)
	}
	return f, nil
}

// fail returns an error that names the given path instead of the temporary file.
func (f *File) fail(err error) error {
	var about *fs.PathError
	var renamed *os.LinkError
	if errors.As(err, &about) {
		err = about.Err
	} else if errors.As(err, &renamed) {
		err = renamed.Err
	}
	return fmt.Errorf("cannot write %s: %w", f.path, err)
}

func (f *File) open(stdout io.Writer) error {
	target, open, err := follow(f.path)
	if err != nil {
		return err
	}
	f.target = target
	info, err := os.Stat(target)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f.beside = true
		return f.use(temporary(filepath.Dir(target), 0o666))
	case err != nil:
		return err
	case isFile(stdout, info):
		f.out = stdout
		return nil
	case open:
		return f.use(os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0))
	case !info.Mode().IsRegular():
		return f.use(os.OpenFile(target, os.O_WRONLY, 0))
	}
	// A file without write permission is not replaced.
	probe, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	probe.Close()
	f.old, f.beside = info, true
	beside, err := temporary(filepath.Dir(target), 0o600)
	if err != nil { // the folder is not writable
		f.copied = true
		return f.use(temporary(os.TempDir(), 0o600))
	}
	f.copied = keepOwner(beside, info) != nil || beside.Chmod(info.Mode().Perm()) != nil
	return f.use(beside, nil)
}

func (f *File) use(file *os.File, err error) error {
	f.file, f.out = file, file
	return err
}

// Write appends p to the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.out.Write(p)
	if err != nil {
		err = f.fail(err)
	}
	return n, err
}

// WriteAt overwrites earlier data at offset off. It is an error for standard output, devices
// and pipes.
func (f *File) WriteAt(p []byte, off int64) (int, error) {
	if f.file == nil {
		return 0, f.fail(errors.ErrUnsupported)
	}
	n, err := f.file.WriteAt(p, off)
	if err != nil {
		err = f.fail(err)
	}
	return n, err
}

// Commit closes the file and replaces the target.
func (f *File) Commit() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	if err == nil && f.beside {
		if !f.copied {
			err = os.Rename(f.file.Name(), f.target)
		}
		if f.copied || err != nil && f.old != nil {
			return f.copyInPlace()
		}
	}
	if err != nil {
		f.remove()
		return f.fail(err)
	}
	if f.beside {
		release(f.file.Name())
	}
	return nil
}

// copyInPlace copies the temporary file over the target.
func (f *File) copyInPlace() error {
	src, err := os.Open(f.file.Name())
	if err != nil {
		return f.fail(err)
	}
	defer src.Close()
	dst, err := os.OpenFile(f.target, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		f.remove()
		return f.fail(err)
	}
	_, err = io.Copy(dst, src)
	if closeErr := dst.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		release(f.file.Name())
		return fmt.Errorf("%w; all of it is in %s", f.fail(err), f.file.Name())
	}
	f.remove()
	return nil
}

// Discard closes the file and leaves its target as it was.
func (f *File) Discard() {
	if f.file != nil {
		f.file.Close()
		f.remove()
	}
}

func (f *File) remove() {
	if f.beside {
		os.Remove(f.file.Name())
		release(f.file.Name())
	}
}

// held are the temporary files of this process.
var held struct {
	sync.Mutex
	names map[string]bool
}

// hold creates a file and registers it, without a gap in which a signal could leave the file
// behind.
func hold(name string, perm fs.FileMode) (*os.File, error) {
	held.Lock()
	defer held.Unlock()
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	if held.names == nil {
		held.names = map[string]bool{}
	}
	held.names[name] = true
	return f, nil
}

func release(name string) {
	held.Lock()
	defer held.Unlock()
	delete(held.names, name)
}

// RemoveTemporary removes all temporary files of this process, for use by a signal handler
// that ends the process. Later calls of [Create] and
// [File.Commit] do not return: no other temporary file appears before the process ends.
func RemoveTemporary() {
	held.Lock()
	for name := range held.names {
		os.Remove(name)
	}
}
