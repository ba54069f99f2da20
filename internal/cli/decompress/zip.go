package decompress

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"github.com/klauspost/compress/flate"
)

// A File is a file that can be read at any offset. If the argument of [Open] is a File and a regular file, it may be a zip archive
// with a single file. Open reads it at offsets and calls Count for the bytes that it has read, so that the sum is the size of the file.
type File interface {
	io.ReaderAt
	Stat() (fs.FileInfo, error)
	Count(n int64)
}

const zipMagic = "PK\x03\x04"

// openZip returns the data of the only file in a zip archive. If in is not a file with an archive, it returns nil.
func openZip(in io.Reader) (plain io.Reader, err error) {
	f, ok := in.(File)
	if !ok {
		return nil, nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, nil
	}
	var magic [len(zipMagic)]byte
	if n, _ := f.ReadAt(magic[:], 0); string(magic[:n]) != zipMagic {
		return nil, nil
	}
	archive, err := zip.NewReader(f, info.Size())
	if err != nil {
		return nil, zipError(err)
	}
	var files []*zip.File
	var names []string
	for _, f := range archive.File {
		// Archives of macOS have a file with attributes for each file.
		if !f.Mode().IsDir() && !strings.HasPrefix(f.Name, "__MACOSX/") && !strings.HasSuffix(f.Name, ".DS_Store") {
			files, names = append(files, f), append(names, fmt.Sprintf("%q", f.Name))
		}
	}
	const most = 5
	switch {
	case len(files) == 0:
		return nil, errors.New("expected a zip archive with one file, found none in it")
	case len(files) > most:
		return nil, fmt.Errorf("expected a zip archive with one file, found %d: %s and others; extract one with unzip -p", len(files), strings.Join(names[:most], ", "))
	case len(files) > 1:
		return nil, fmt.Errorf("expected a zip archive with one file, found %d: %s; extract one with unzip -p", len(files), strings.Join(names, ", "))
	case files[0].Flags&1 != 0:
		return nil, fmt.Errorf("expected a zip archive without a password, found one: extract %s with unzip", names[0])
	}
	count := func(r io.Reader) io.Reader { return countingReader{r, f} }
	archive.RegisterDecompressor(zip.Deflate, func(r io.Reader) io.ReadCloser { return flate.NewReader(count(r)) })
	archive.RegisterDecompressor(zip.Store, func(r io.Reader) io.ReadCloser { return io.NopCloser(count(r)) })
	if plain, err = files[0].Open(); err != nil {
		return nil, zipError(err)
	}
	f.Count(max(0, info.Size()-int64(files[0].CompressedSize64)))
	return plain, nil
}

// countingReader counts the bytes that are read from the compressed data of a file.
type countingReader struct {
	io.Reader
	file File
}

func (r countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.file.Count(int64(n))
	return n, err
}

// zipError explains an error of opening an archive.
func zipError(err error) error {
	switch {
	case errors.Is(err, zip.ErrAlgorithm):
		return errors.New("expected a zip archive with the method deflate, found another: extract it with unzip -p or 7z x -so")
	case errors.Is(err, zip.ErrFormat):
		return errors.New("zip: the directory at the end is missing: the file is cut off")
	}
	return fmt.Errorf("zip: %w", Reason(err))
}
