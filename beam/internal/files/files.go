// Package files reads and writes whole files of the file systems that Beam has: local
// ones, gs:// and s3://.
package files

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
)

// Read returns what is in a file, or nil if there is none.
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

// Write makes a file, whole or not at all: under another name first, so that a worker that
// is killed leaves no part of it, and two that write the same do not disturb one another.
func Write(ctx context.Context, name string, data []byte) error {
	fs, err := filesystem.New(ctx, name)
	if err != nil {
		return err
	}
	defer fs.Close()
	temporary := fmt.Sprintf("%s.%016x.tmp", name, rand.Uint64())
	if err := filesystem.Write(ctx, fs, temporary, data); err != nil {
		return fmt.Errorf("%s: %w", temporary, err)
	}
	if err := filesystem.Rename(ctx, fs, temporary, name); err != nil {
		if remover, ok := fs.(filesystem.Remover); ok {
			err = errors.Join(err, remover.Remove(ctx, temporary))
		}
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}
