package outfile

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// A temporary is a file with a temporary name.
type temporary struct {
	name string // empty after the end of its ownership
	file *os.File
	lock *os.File // shows other processes that the file has an owner; may be nil
}

// held contains the temporary files of this process. The mutex is locked while a file is
// created, renamed or removed.
var held struct {
	sync.Mutex
	names map[string]bool
}

// RemoveTemporary removes all temporary files of this process. A signal handler that ends the
// process can call it. It waits until a rename or a copy in progress is complete. Later calls
// of other functions do not return, so that no temporary file appears before the process ends.
func RemoveTemporary() {
	held.Lock()
	for name := range held.names {
		os.Remove(name)
	}
}

// mostStale is how many killed runs that had written to one target at the same time are found.
const mostStale = 8

// errTaken means that another process has a temporary file.
var errTaken = errors.New("the file belongs to another process")

// newTemporary creates a temporary file for target in a folder, under a name that no process uses. It first
// removes files that killed processes have left for the same target.
func newTemporary(folder, target string, perm fs.FileMode) (*temporary, error) {
	held.Lock()
	defer held.Unlock()
	prefix := filepath.Join(folder, temporaryPrefix(target))
	for k := range mostStale {
		if name := fmt.Sprint(prefix, k); !held.names[name] {
			removeStale(name)
		}
	}
	for k := 0; ; k++ {
		name := fmt.Sprint(prefix, k)
		file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		locked, err := lock(name)
		if errors.Is(err, errTaken) { // it looked stale for a moment, and another process is removing it
			file.Close()
			continue
		}
		if held.names == nil {
			held.names = map[string]bool{}
		}
		held.names[name] = true
		return &temporary{name, file, locked}, nil
	}
}

// temporaryPrefix returns the start of the names of a target's temporary files. All paths to the target lead
// to the same names.
func temporaryPrefix(target string) string {
	if absolute, err := filepath.Abs(target); err == nil {
		target = absolute
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(target)); err == nil {
		target = filepath.Join(folder, filepath.Base(target))
	}
	h := fnv.New64a()
	io.WriteString(h, target)
	return fmt.Sprintf(".koggestone-%016x-", h.Sum64())
}

// forget gives up the name. The caller must hold the mutex.
func (t *temporary) forget() {
	delete(held.names, t.name)
	t.name = ""
	t.lock.Close() // the error of a nil file means nothing
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
