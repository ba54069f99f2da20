package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// A File is a file that is being written.
type File struct {
	path   string // as it was given
	target string // where it leads to
	out    io.Writer
	file   *os.File    // out, unless that is standard output
	beside bool        // file lies beside the target and is renamed at the end
	old    fs.FileInfo // of the target, nil if it is new
}

// Create begins to write the file that path names, as the shell's > does, except that a
// regular file holds either what it held before or, after [File.Commit], all that was
// written: it is written beside under another name and renamed.
//
// A link is followed to its target. A new file gets the mode that the umask leaves,
// one that is replaced keeps its mode and its owner. Devices and pipes are written
// to. A path that names the file of stdout, as /dev/stdout does, writes to stdout.
// A file that nothing can be renamed over, as its folder may not be written or
// it would lose its owner, is written in place.
func Create(path string, stdout io.Writer) (*File, error) {
	f := &File{path: path}
	if err := f.open(stdout); err != nil {
		return nil, f.fail(err)
	}
	return f, nil
}

// fail returns an error that names the path that was given, and not another file.
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
		return f.use(temporary(target, 0o666))
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
	// A file that may not be written is not replaced either.
	probe, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	probe.Close()
	f.old = info
	if beside, err := temporary(target, 0o600); err == nil {
		if keepOwner(beside, info) == nil && beside.Chmod(info.Mode().Perm()) == nil {
			f.beside = true
			return f.use(beside, nil)
		}
		beside.Close()
		os.Remove(beside.Name())
	}
	return f.use(os.OpenFile(target, os.O_WRONLY|os.O_TRUNC, 0))
}

func (f *File) use(file *os.File, err error) error {
	f.file, f.out = file, file
	return err
}

// Write appends p to what was written.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.out.Write(p)
	if err != nil {
		err = f.fail(err)
	}
	return n, err
}

// WriteAt writes p over what was written at offset off. Standard output, devices and
// pipes refuse it.
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

// Commit closes the file and puts it in its place.
func (f *File) Commit() error {
	if f.file == nil {
		return nil
	}
	err := f.file.Close()
	if err == nil && f.beside {
		if err = os.Rename(f.file.Name(), f.target); err != nil && f.old != nil {
			err = f.copyInPlace()
		}
	}
	if err != nil {
		f.remove()
		return f.fail(err)
	}
	return nil
}

// copyInPlace writes what lies beside the target over what the target holds.
func (f *File) copyInPlace() error {
	src, err := os.Open(f.file.Name())
	if err != nil {
		return err
	}
	defer src.Close()
	dst, err := os.OpenFile(f.target, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = io.Copy(dst, src)
	if closeErr := dst.Close(); err == nil {
		err = closeErr
	}
	f.remove()
	return err
}

// Discard closes the file and leaves its target as it was, where that can be.
func (f *File) Discard() {
	if f.file != nil {
		f.file.Close()
		f.remove()
	}
}

func (f *File) remove() {
	if f.beside {
		os.Remove(f.file.Name())
	}
}
