//go:build unix

package outfile

import (
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}

func TestModes(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	before := syscall.Umask(0o027)
	mustWrite(t, a, "new")
	syscall.Umask(before)
	if got := mode(t, a); got != 0o640 {
		t.Errorf("a new file has mode %v, want what the umask leaves", got)
	}
	put(t, b, 0o604)
	mustWrite(t, b, "new")
	check(t, b, "new", "a", "b")
	if got := mode(t, b); got != 0o604 {
		t.Errorf("a file that was replaced has mode %v, want its own", got)
	}
}

func TestLinks(t *testing.T) {
	dir := t.TempDir()
	other := t.TempDir()
	a, link, far, dangling := filepath.Join(dir, "a"), filepath.Join(dir, "link"), filepath.Join(dir, "far"), filepath.Join(dir, "new")
	put(t, a, 0o644)
	for _, l := range []struct{ target, name string }{
		{"a", link}, {link, far}, {filepath.Join(other, "new"), dangling}, {"loop", filepath.Join(dir, "loop")},
	} {
		if err := os.Symlink(l.target, l.name); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{link, far} {
		mustWrite(t, path, "by "+path)
		check(t, a, "by "+path, "a", "far", "link", "loop", "new")
	}
	mustWrite(t, dangling, "new")
	check(t, filepath.Join(other, "new"), "new", "new")
	if err := Write(filepath.Join(dir, "loop"), io.Discard, nil); err == nil {
		t.Error("no error for a link to itself")
	}
	for _, l := range []string{link, far, dangling} {
		if mode(t, l)&fs.ModeSymlink == 0 {
			t.Errorf("%s is no link any more", l)
		}
	}
}

// A folder with the name fd only contains open files if it is that of a process.
func TestFolderNamedFD(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "fd")
	if err := os.Mkdir(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	a, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	put(t, a, 0o644)
	if err := os.Symlink("a", link); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, link, "new")
	check(t, a, "new", "a", "link")
}

// A hard link to a replaced file keeps the old data.
func TestHardLinks(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	put(t, a, 0o644)
	if err := os.Link(a, b); err != nil {
		t.Skip(err)
	}
	mustWrite(t, a, "new")
	check(t, a, "new", "a", "b")
	check(t, b, "old and long", "a", "b")
}

// A signal leaves no temporary file.
func TestRemoveTemporary(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	put(t, path, 0o644)
	f, err := Create(path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Discard()
	RemoveTemporary()
	if held.TryLock() {
		t.Error("another temporary file can be created before the process ends")
	}
	defer held.Unlock()
	check(t, path, "old and long", "a")
}

func TestPipe(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		got, _ := os.ReadFile(path)
		read <- string(got)
	}()
	long := strings.Repeat("more than a pipe holds", 10_000)
	mustWrite(t, path, long)
	if got := <-read; got != long {
		t.Errorf("%d bytes went through the pipe, want %d", len(got), len(long))
	}
	if mode(t, path)&fs.ModeNamedPipe == 0 {
		t.Error("it is no pipe any more")
	}
}

// Writing by a name of the system for an open file appends to it.
func TestOpenFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	name := filepath.Join("/proc/self/fd", strconv.Itoa(int(f.Fd())))
	if _, err := os.Stat(name); err != nil {
		t.Skip(err)
	}
	f.WriteString("before ")
	mustWrite(t, name, "data")
	check(t, file, "before data", "a")
	info, err := os.Stat(file)
	own, _ := f.Stat()
	if err != nil || !os.SameFile(info, own) {
		t.Errorf("the open file was replaced: %v", err)
	}
}

// A file of another owner keeps its owner.
func TestOwner(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root gives files away")
	}
	file := filepath.Join(t.TempDir(), "a")
	put(t, file, 0o640)
	if err := os.Chown(file, 1234, 2345); err != nil {
		t.Skip(err)
	}
	mustWrite(t, file, "new")
	check(t, file, "new", "a")
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 1234 || s.Gid != 2345 || info.Mode() != 0o640 {
		t.Errorf("owner %d, group %d, mode %v", s.Uid, s.Gid, info.Mode())
	}
}

// TestStale writes a file while earlier writers of it are dead or still writing.
func TestStale(t *testing.T) {
	if testing.Short() {
		t.Skip("emulators cannot run the test as a command")
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	if child := os.Getenv("OUTFILE_TEST_PATH"); child != "" { // the process that is killed
		if _, err := Create(child, io.Discard); err != nil {
			t.Fatal(err)
		}
		syscall.Kill(os.Getpid(), syscall.SIGKILL)
	}
	kill := func(path string) {
		cmd := exec.Command(os.Args[0], "-test.run", "^TestStale$")
		cmd.Env = append(os.Environ(), "OUTFILE_TEST_PATH="+path)
		if err := cmd.Run(); err == nil || cmd.ProcessState.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
			t.Fatalf("the process ended with %v", err)
		}
	}
	left := func() int {
		names, err := filepath.Glob(filepath.Join(dir, ".koggestone-*"))
		if err != nil {
			t.Fatal(err)
		}
		return len(names)
	}
	kill(path)
	if n := left(); n != 1 {
		t.Fatalf("a killed process left %d files, want 1", n)
	}
	mustWrite(t, filepath.Join(dir, "other"), "")
	if n := left(); n != 1 {
		t.Errorf("after another output %d files are left, want 1", n)
	}
	mustWrite(t, path, "new")
	check(t, path, "new", "other", "out")

	// The files of two writers at the same time are not stale until a writer is killed.
	first, err := Create(path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	kill(path)
	second, err := Create(path, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if n := left(); n != 2 {
		t.Errorf("%d files, want those of two that write", n)
	}
	for _, f := range []*File{first, second} {
		if _, err := io.WriteString(f, f.temp.name); err != nil {
			t.Fatal(err)
		}
	}
	name := second.temp.name
	for _, f := range []*File{first, second} {
		if err := f.Commit(); err != nil {
			t.Fatal(err)
		}
	}
	check(t, path, name, "other", "out")

	// A pipe with the name of a temporary file stays, and nobody waits for its writer.
	pipe := filepath.Join(dir, temporaryPrefix(path)+"0")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	mustWrite(t, path, "newer")
	check(t, path, "newer", filepath.Base(pipe), "other", "out")
}
