package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// PartialName returns the name of the file that [CreateKept] writes for path: the target of
// path with .partial added.
func PartialName(path string) (string, error) {
	target, _, err := follow(path)
	return target + ".partial", err
}

// CreateKept creates the file that path names, as [Create] does, but keeps the data if the
// process ends before [File.Commit]. [Continue] resumes it. Only one process at once can
// write such a file. Devices, pipes and standard output are errors.
func CreateKept(path string, stdout io.Writer) (*File, error) {
	return openKept(path, stdout, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
}

// Continue opens a file of [CreateKept] that was not committed. The caller calls [File.Cut]
// with the length to keep. The error wraps [fs.ErrNotExist] if there is no such file.
func Continue(path string, stdout io.Writer) (*File, error) {
	return openKept(path, stdout, os.O_RDWR)
}

func openKept(path string, stdout io.Writer, flags int) (*File, error) {
	f := &File{path: path, beside: true}
	if err := f.openKept(stdout, flags); err != nil {
		return nil, f.fail(err)
	}
	return f, nil
}

func (f *File) openKept(stdout io.Writer, flags int) error {
	partial, err := PartialName(f.path)
	if err != nil {
		return err
	}
	f.target = partial[:len(partial)-len(".partial")]
	perm := fs.FileMode(0o666)
	info, err := os.Stat(f.target)
	switch {
	case err == nil && (isFile(stdout, info) || !info.Mode().IsRegular()):
		return errors.New("expected a file, which can be resumed")
	case err == nil:
		probe, err := os.OpenFile(f.target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		probe.Close()
		f.old, perm = info, 0o600
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	if err := f.use(OpenLocked(partial, flags, perm)); err != nil {
		return err
	}
	if f.old != nil {
		f.copied = keepOwner(f.file, f.old) != nil || f.file.Chmod(f.old.Mode().Perm()) != nil
	}
	return nil
}

// OpenLocked opens a file and locks it until it is closed, on systems that have locks. It is
// an error if another process holds the lock.
func OpenLocked(path string, flags int, perm fs.FileMode) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, flags&^os.O_TRUNC, perm)
		if err != nil {
			return nil, err
		}
		if err = lock(f); err != nil {
			f.Close()
			return nil, &os.PathError{Op: "open", Path: path, Err: err}
		}
		own, err := f.Stat()
		if err != nil {
			f.Close()
			return nil, err
		}
		if there, err := os.Stat(path); err != nil || !os.SameFile(own, there) { // removed or renamed while this process waited
			f.Close()
			continue
		}
		if flags&os.O_TRUNC != 0 {
			if err := f.Truncate(0); err != nil {
				f.Close()
				return nil, err
			}
		}
		return f, nil
	}
}

// Cut keeps the first n bytes of the file and drops the rest. It is an error if the file
// is shorter.
func (f *File) Cut(n int64) error {
	info, err := f.file.Stat()
	if err == nil && info.Size() < n {
		err = errors.New("the file is shorter than what was written")
	}
	if err == nil {
		err = f.file.Truncate(n)
	}
	if err == nil {
		_, err = f.file.Seek(n, io.SeekStart)
	}
	if err != nil {
		return f.fail(err)
	}
	return nil
}

// Sync flushes the file to the disk, and returns its length.
func (f *File) Sync() (length int64, err error) {
	if err = f.file.Sync(); err == nil {
		length, err = f.file.Seek(0, io.SeekCurrent)
	}
	if err != nil {
		return 0, f.fail(err)
	}
	return length, nil
}

// Leave closes a file of [CreateKept] without committing it. [Continue] can resume it.
func (f *File) Leave() {
	f.file.Close()
}
