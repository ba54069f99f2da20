package outfile

import (
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

// A temporary is a file with a temporary name.
type temporary struct {
	name string // empty after the end of its ownership
	file *os.File
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

// newTemporary creates a temporary file in a folder, under a name that nobody has.
func newTemporary(folder string, perm fs.FileMode) (*temporary, error) {
	held.Lock()
	defer held.Unlock()
	name := filepath.Join(folder, fmt.Sprintf(".koggestone-%016x", rand.Uint64()))
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	if held.names == nil {
		held.names = map[string]bool{}
	}
	held.names[name] = true
	return &temporary{name, file}, nil
}

// forget ends the ownership of the name. The caller holds the mutex.
func (t *temporary) forget() {
	delete(held.names, t.name)
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
	return fmt.Errorf("%w; all of it is in %s", err, t.name)
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
