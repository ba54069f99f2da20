package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// PartialName returns where the file that path leads to is written by [CreateKept]: in
// the same folder, under its own name with .partial behind it.
func PartialName(path string) (string, error) {
	target, _, err := follow(path)
	return target + ".partial", err
}

// CreateKept begins to write the file that path names, as [Create] does, except that what
// was written stays if the process ends before [File.Commit], and can be gone on with by
// [Continue]. Only files can be written so: no devices, no pipes, not standard output.
func CreateKept(path string, stdout io.Writer) (*File, error) {
	return openKept(path, stdout, os.O_RDWR|os.O_CREATE|os.O_TRUNC)
}

// Continue goes on to write what [CreateKept] began, from its start: [File.Cut] goes to
// the place that was reached. It is an error that wraps [fs.ErrNotExist] if there is
// nothing to go on with.
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
		return errors.New("expected a file, which can be gone on with")
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
	if err := f.use(os.OpenFile(partial, flags, perm)); err != nil {
		return err
	}
	if f.old != nil {
		err := keepOwner(f.file, f.old)
		if err == nil {
			err = f.file.Chmod(f.old.Mode().Perm())
		}
		if err != nil {
			f.file.Close()
			return err
		}
	}
	return nil
}

// Cut goes on n bytes behind the start, and drops what was written behind. It is an error
// if fewer were written.
func (f *File) Cut(n int64) error {
	info, err := f.file.Stat()
	if err == nil && info.Size() < n {
		err = errors.New("what is there is shorter than what was written")
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

// Sync has the system write what was written to the disk, and returns how much that is.
func (f *File) Sync() (length int64, err error) {
	if err = f.file.Sync(); err == nil {
		length, err = f.file.Seek(0, io.SeekCurrent)
	}
	if err != nil {
		return 0, f.fail(err)
	}
	return length, nil
}

// Leave closes a file of [CreateKept], so that [Continue] can go on with it.
func (f *File) Leave() {
	f.file.Close()
}
