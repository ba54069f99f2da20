package positions

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// An outFile is a file of one of Beam's file systems that is written under another name
// first, so that it is there whole or not at all, and two workers that write the same do
// not disturb one another.
type outFile struct {
	*bufio.Writer
	ctx             context.Context
	fs              filesystem.Interface
	name, temporary string
	file            io.WriteCloser
}

// createFile begins to write a file.
func createFile(ctx context.Context, name string) (*outFile, error) {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return nil, err
	}
	f := &outFile{ctx: ctx, fs: fs, name: name, temporary: fmt.Sprintf("%s.%016x.tmp", name, rand.Uint64())}
	if f.file, err = fs.OpenWrite(ctx, f.temporary); err != nil {
		fs.Close()
		return nil, fmt.Errorf("%s: %w", f.temporary, err)
	}
	f.Writer = bufio.NewWriterSize(f.file, 1<<20)
	return f, nil
}

// commit gives the file its name.
func (f *outFile) commit() error {
	err := f.Flush()
	err = errors.Join(err, f.close())
	if err == nil {
		err = filesystem.Rename(f.ctx, f.fs, f.temporary, f.name)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.name, err)
		f.discard()
		return err
	}
	err = f.fs.Close()
	f.fs = nil
	return err
}

func (f *outFile) close() error {
	file := f.file
	f.file = nil
	if file == nil {
		return nil
	}
	return file.Close()
}

// discard removes what was written, unless the file has its name.
func (f *outFile) discard() {
	if f.fs == nil {
		return
	}
	f.close()
	if remover, ok := f.fs.(filesystem.Remover); ok {
		remover.Remove(f.ctx, f.temporary)
	}
	f.fs.Close()
	f.fs = nil
}

// listFiles returns the files that a pattern matches.
func listFiles(ctx context.Context, pattern string) ([]string, error) {
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
