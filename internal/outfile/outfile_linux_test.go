package outfile

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// asUser calls f as a user who may not write the files of this process.
func asUser(t *testing.T, f func()) {
	t.Helper()
	if os.Geteuid() != 0 {
		f() // modes bind everyone else
		return
	}
	// The user is changed for this thread only.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const nobody = 65534
	syscall.RawSyscall(syscall.SYS_SETFSUID, nobody, 0, 0)
	defer syscall.RawSyscall(syscall.SYS_SETFSUID, 0, 0, 0)
	if now, _, _ := syscall.RawSyscall(syscall.SYS_SETFSUID, ^uintptr(0), 0, 0); now != nobody {
		t.Skip("the system does not change users")
	}
	f()
}

// A writable file in a folder without write permission is written in place.
func TestUnwritableFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	put(t, file, 0o666)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if err := os.Chmod(filepath.Dir(dir), 0o755); err != nil {
		t.Fatal(err)
	}
	asUser(t, func() {
		mustWrite(t, file, "new")
		if err := Write(filepath.Join(dir, "b"), io.Discard, nil); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("a new file: error %v, want one of permissions", err)
		}
	})
	check(t, file, "new", "a")
}

// A file without write permission is not replaced, even if its folder is writable.
func TestUnwritableFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "a")
	put(t, file, 0o444)
	for _, d := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	asUser(t, func() {
		if err := Write(file, io.Discard, []byte("new")); !errors.Is(err, fs.ErrPermission) {
			t.Errorf("error %v, want one of permissions", err)
		}
	})
	check(t, file, "old and long", "a")
}

// A folder without room leaves the old file as it is.
func TestNoRoom(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("none", dir, "tmpfs", 0, "size=64k"); err != nil {
		t.Skip(err)
	}
	defer syscall.Unmount(dir, 0)
	file := filepath.Join(dir, "a")
	put(t, file, 0o644)
	if err := Write(file, io.Discard, make([]byte, 1<<20)); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("error %v, want that there is no space", err)
	}
	check(t, file, "old and long", "a")
}

// Devices are written directly, also by links. As root the test makes its own device, since
// an error could destroy a device of the system.
func TestDevices(t *testing.T) {
	dir := t.TempDir()
	null, full := "/dev/null", "/dev/full"
	if os.Geteuid() == 0 {
		null, full = filepath.Join(dir, "null"), filepath.Join(dir, "full")
		for path, minor := range map[string]int{null: 3, full: 7} {
			if err := syscall.Mknod(path, syscall.S_IFCHR|0o666, 1<<8|minor); err != nil {
				t.Skip(err)
			}
		}
	}
	for _, path := range []string{null, full} {
		link := filepath.Join(dir, "to "+filepath.Base(path))
		if err := os.Symlink(path, link); err != nil {
			t.Fatal(err)
		}
		for _, p := range []string{path, link} {
			err := Write(p, io.Discard, []byte("new"))
			if path == full && !errors.Is(err, syscall.ENOSPC) || path == null && err != nil {
				t.Errorf("%s: error %v", p, err)
			}
		}
		if mode(t, path)&fs.ModeDevice == 0 {
			t.Errorf("%s is no device any more", path)
		}
	}
}
