// Package outfile writes a command's output files in such a way that each file appears only
// when it is complete.
//
// github.com/google/renameio/v2 2.0.2 also renames temporary files, but it replaces symbolic links and pipes instead of
// writing to what they name (TestLinks, TestPipe), gives a file of another user to this one (TestOwner), and leaves
// the temporary files of killed processes under random names, where the next run does not find them (TestStale).
package outfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// A File is a file that is being written.
type File struct {
	path   string // as given
	target string // path without links
	out    io.Writer
	file   *os.File // the file under out; nil for standard output
	temp   *temporary
}

// Create creates the file at path, like a shell's > operator. The data go to a temporary file in the
// same folder, which [File.Commit] renames. Therefore the target contains either the old data or all
// new data, even if the process is killed. If the process is killed by a signal that it cannot catch, a
// temporary file remains, with a name of .koggestone- and numbers; the next Create for the same path
// removes it.
//
// Create follows links. A new file gets the mode that the umask allows. An existing file keeps
// its mode and, if possible, its owner, but other hard links to it keep the old data. Devices
// and pipes are written directly. If path is the file of stdout, for example /dev/stdout, the
// data go to stdout.
//
// If the folder is not writable or a rename fails, for example because the target is a mount
// point, Commit copies the data over the target instead. If this copy fails too, for example
// because the disk is full, the target is damaged. The error then names a file with all data.
func Create(path string, stdout io.Writer) (*File, error) {
	f := &File{path: path}
	if err := f.open(stdout); err != nil {
		return nil, fail(path, err)
	}
	return f, nil
}

// Write writes data to the file at path by [Create] and [File.Commit].
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

// fail returns an error that names the given path instead of the temporary file.
func fail(path string, err error) error {
	var about *fs.PathError
	var renamed *os.LinkError
	if errors.As(err, &about) {
		err = about.Err
	} else if errors.As(err, &renamed) {
		err = renamed.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
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
		if f.temp, err = newTemporary(filepath.Dir(target), target, 0o666); err != nil {
			return err
		}
		return f.use(f.temp.file, nil)
	case err != nil:
		return err
	case IsOpen(stdout, info):
		f.out = stdout
		return nil
	case open:
		return f.use(os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0))
	case !info.Mode().IsRegular():
		return f.use(os.OpenFile(target, os.O_WRONLY, 0))
	}
	probe, err := os.OpenFile(target, os.O_WRONLY, 0)
	if err != nil { // do not replace a file that the user is not allowed to write
		return err
	}
	probe.Close()
	f.temp, err = newTemporary(filepath.Dir(target), target, 0o600)
	if err != nil { // the folder is not writable
		f.temp, err = newTemporary(os.TempDir(), target, 0o600)
	}
	if err != nil {
		return err
	}
	keepOwner(f.temp.file, info)
	f.temp.file.Chmod(info.Mode().Perm())
	return f.use(f.temp.file, nil)
}

func (f *File) use(file *os.File, err error) error {
	f.file, f.out = file, file
	return err
}

// Write appends p to the file.
func (f *File) Write(p []byte) (int, error) {
	n, err := f.out.Write(p)
	if err != nil {
		err = fail(f.path, err)
	}
	return n, err
}

// Complete flushes the file to the disk and closes it, but leaves the target unchanged. If a program
// has several outputs, it should complete all of them before it commits the first, so that an error
// replaces none.
func (f *File) Complete() error {
	if f.file == nil {
		return nil
	}
	var err error
	if f.temp != nil {
		err = f.file.Sync()
	}
	if closeErr := f.file.Close(); err == nil {
		err = closeErr
	}
	f.file = nil
	if err != nil {
		f.Discard()
		return fail(f.path, err)
	}
	return nil
}

// Commit calls [File.Complete] and replaces the target.
func (f *File) Commit() error {
	if err := f.Complete(); err != nil || f.temp == nil {
		return err
	}
	if err := f.temp.replace(f.target); err != nil {
		return fail(f.path, err)
	}
	return nil
}

// Discard closes the file and leaves its target unchanged. It does nothing after Commit.
func (f *File) Discard() {
	if f.file != nil {
		f.file.Close()
	}
	if f.temp != nil {
		f.temp.remove()
	}
}

// Target returns the file at the end of the symbolic links at path. It may not exist.
func Target(path string) (string, error) {
	target, _, err := follow(path)
	return target, err
}

// follow returns the file at the end of the symbolic links at path. It also reports whether
// one of the links is the system's name for an open file, for example /dev/fd/3.
func follow(path string) (file string, open bool, err error) {
	const most = 40 // like Linux
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

// isOpenFiles reports whether folder contains the open files of a process.
func isOpenFiles(folder string) bool {
	process, name := filepath.Split(folder)
	return name == "fd" && len(process) > len("/proc/") && process[:len("/proc/")] == "/proc/"
}

// IsOpen reports whether stream is an open file, and info describes the same file.
func IsOpen(stream any, info fs.FileInfo) bool {
	f, ok := stream.(interface{ Stat() (fs.FileInfo, error) })
	if !ok {
		return false
	}
	own, err := f.Stat()
	return err == nil && os.SameFile(own, info)
}
