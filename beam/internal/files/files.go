// Package files reads and writes whole files on Beam's file systems: local files, gs://
// and s3://.
package files

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// Read returns the content of a file, or nil if it does not exist.
func Read(ctx context.Context, name string) ([]byte, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	names, err := fs.List(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(names) == 0 {
		return nil, nil
	}
	data, err := filesystem.Read(ctx, fs, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if data == nil {
		data = []byte{}
	}
	return data, nil
}

// List returns the files that match a pattern. It returns an error if there are none.
func List(ctx context.Context, pattern string) ([]string, error) {
	fs, err := filesystem.New(ctx, pattern)
	if err != nil {
		return nil, err
	}
	defer fs.Close()
	names, err := fs.List(ctx, pattern)
	if err == nil && len(names) == 0 {
		err = errors.New("expected files, found none")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", pattern, err)
	}
	return names, nil
}

// Write writes a whole file by [Create] and [File.Commit].
func Write(ctx context.Context, name string, data []byte) error {
	f, err := Create(ctx, name)
	if err != nil {
		return err
	}
	defer f.Discard()
	if _, err := f.Write(data); err != nil {
		return err
	}
	return f.Commit()
}

// A File is written under a temporary name, and renamed when it is complete. If a
// worker is killed, it leaves no partial file, and two workers can write the same file.
type File struct {
	*bufio.Writer
	ctx             context.Context
	fs              filesystem.Interface
	name, temporary string
	file            io.WriteCloser
}

// Create starts writing a file.
func Create(ctx context.Context, name string) (*File, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	f := &File{ctx: ctx, fs: fs, name: name, temporary: fmt.Sprintf("%s.%016x.tmp", name, rand.Uint64())}
	if f.file, err = fs.OpenWrite(ctx, f.temporary); err != nil {
		fs.Close()
		return nil, fmt.Errorf("%s: %w", f.temporary, err)
	}
	f.Writer = bufio.NewWriterSize(f.file, 1<<18)
	return f, nil
}

// Commit completes the file and gives it its name.
func (f *File) Commit() error {
	err := f.Flush()
	closeErr := f.file.Close()
	f.file = nil
	if err = errors.Join(err, closeErr); err == nil {
		err = filesystem.Rename(f.ctx, f.fs, f.temporary, f.name)
	}
	if err != nil {
		f.Discard()
		return fmt.Errorf("%s: %w", f.name, err)
	}
	err = f.fs.Close()
	f.fs = nil
	return err
}

// Discard removes the file unless it has been committed.
func (f *File) Discard() {
	if f.fs == nil {
		return
	}
	if f.file != nil {
		f.file.Close()
	}
	if remover, ok := f.fs.(filesystem.Remover); ok {
		remover.Remove(context.WithoutCancel(f.ctx), f.temporary)
	}
	f.fs.Close()
	f.fs = nil
}
