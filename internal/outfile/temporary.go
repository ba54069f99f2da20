package outfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
)

// A temporary is a file with a temporary name.
type temporary struct {
	name string
	file *os.File
	lock *os.File // open and locked until the name is gone; nil where there are no locks
}

// held are the temporary files of this process. The mutex is locked while one is created,
// renamed or removed.
var held struct {
	sync.Mutex
	names map[string]bool
}

// RemoveTemporary removes all temporary files of this process, for use by a signal handler
// that ends the process. It waits until a rename or a copy in progress is complete. Later
// calls of other functions do not return, so that no temporary file appears before the process
// ends.
func RemoveTemporary() {
	held.Lock()
	for name := range held.names {
		os.Remove(name)
	}
}

// prefix returns the start of all temporary names for a target.
func prefix(target string) string {
	h := fnv.New64a()
	io.WriteString(h, filepath.Base(target))
	return fmt.Sprintf(".koggestone-%016x-", h.Sum64())
}

// ending matches what follows the prefix in a temporary name.
var ending = regexp.MustCompile(`^[0-9a-f]{8}$`)

// newTemporary creates a temporary file for a target, under a name that nobody has. It
// also removes what dead processes have left for the same target.
func newTemporary(folder, target string, perm fs.FileMode) (*temporary, error) {
	held.Lock()
	defer held.Unlock()
	start := prefix(target)
	removeLeftovers(folder, start)
	for {
		t := &temporary{name: filepath.Join(folder, fmt.Sprintf("%s%08x", start, rand.Uint32()))}
		var err error
		if t.file, err = os.OpenFile(t.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm); err != nil {
			if errors.Is(err, fs.ErrExist) {
				continue
			}
			return nil, err
		}
		lost := false
		if t.lock, lost = lock(t.name); lost { // a cleaner took it for a leftover
			t.file.Close()
			continue
		}
		if held.names == nil {
			held.names = map[string]bool{}
		}
		held.names[t.name] = true
		return t, nil
	}
}

// removeLeftovers removes the temporary files in a folder that begin with start and belong to
// no living process.
func removeLeftovers(folder, start string) {
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		rest, ok := strings.CutPrefix(e.Name(), start)
		name := filepath.Join(folder, e.Name())
		if ok && ending.MatchString(rest) && !held.names[name] && e.Type().IsRegular() {
			removeDead(name)
		}
	}
}

// forget ends the ownership of the name. The caller holds the mutex.
func (t *temporary) forget() {
	delete(held.names, t.name)
	if t.lock != nil {
		t.lock.Close()
	}
	t.name = ""
}

// remove removes the file. It does nothing if the temporary name is gone.
func (t *temporary) remove() {
	held.Lock()
	defer held.Unlock()
	if t.name != "" {
		os.Remove(t.name)
		t.forget()
	}
}

// rename gives the file its final name.
func (t *temporary) rename(target string) error {
	held.Lock()
	defer held.Unlock()
	err := os.Rename(t.name, target)
	if err == nil {
		t.forget()
	}
	return err
}

// replace renames the file to target, or copies it over an existing target that cannot be
// renamed. The file is closed. Afterwards the temporary name is gone.
func (t *temporary) replace(target string) error {
	err := t.rename(target)
	if err == nil {
		return nil
	}
	held.Lock()
	defer held.Unlock()
	defer t.forget()
	if info, statErr := os.Stat(target); statErr != nil || !info.Mode().IsRegular() {
		os.Remove(t.name)
		return err
	}
	damaged, err := overwrite(target, t.name)
	if !damaged {
		os.Remove(t.name)
		return err
	}
	kept := t.name + ".kept" // unlike a leftover it is never removed
	if os.Rename(t.name, kept) != nil {
		kept = t.name
	}
	return fmt.Errorf("%w; all of it is in %s", err, kept)
}

// overwrite copies a file over another one. It reports whether target was damaged.
func overwrite(target, from string) (damaged bool, err error) {
	src, err := os.Open(from)
	if err != nil {
		return false, err
	}
	defer src.Close()
	dst, err := os.OpenFile(target, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return false, err
	}
	_, err = io.Copy(dst, src)
	if syncErr := dst.Sync(); err == nil {
		err = syncErr
	}
	if closeErr := dst.Close(); err == nil {
		err = closeErr
	}
	return err != nil, err
}
