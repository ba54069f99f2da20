package registry

import (
	"path/filepath"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
)

// Readers of shards read beyond their ends, but Input.Read counts each byte of the file once.
func TestReadOnce(t *testing.T) {
	var files []string
	for _, folder := range []string{"testdata", "../../../testdata"} {
		found, err := filepath.Glob(folder + "/*.*")
		if err != nil || len(found) == 0 {
			t.Fatalf("%s: %v, %v", folder, found, err)
		}
		files = append(files, found...)
	}
	read := func(path string, shards int) (sum, size int64) {
		format := ""
		if filepath.Ext(path) == ".bin" {
			format = "bin"
		}
		for i := range shards {
			in, err := Open(path, nil, records.InputOptions{Format: format})
			if err != nil {
				t.Fatal(err)
			}
			ranges, err := records.Plan([]*records.Input{in}, i, shards)
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range ranges {
				d, err := records.Read(in, r)
				if err != nil {
					t.Fatal(err)
				}
				for b, more := new(records.Block), true; more; {
					if more, err = d.Next(b, 1<<16); err != nil {
						t.Fatal(err)
					}
				}
				d.Close()
			}
			sum += in.Read.Load()
			size = in.Size - in.Start
		}
		return sum, size
	}
	tested := 0
	for _, path := range files {
		switch filepath.Ext(path) {
		case ".py", ".txt":
			continue
		}
		tested++
		for _, shards := range []int{1, 2, 7, 64} {
			if sum, size := read(path, shards); sum != size {
				t.Errorf("%s in %d shards: %d bytes read, want %d", path, shards, sum, size)
			}
		}
	}
	if tested < 10 {
		t.Errorf("%d files, want at least 10", tested)
	}
}
