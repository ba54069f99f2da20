package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A proxy runs the go command like a user without the modules of the repository: in another
// folder, with an empty module cache.
type proxy struct {
	dir, version string
	env          []string
}

// newProxy writes the modules of this tree to a proxy.
func newProxy(t *testing.T) *proxy {
	t.Helper()
	if testing.Short() {
		t.Skip("builds the command from an empty module cache")
	}
	modules, err := findModules("..")
	if err != nil {
		t.Fatal(err)
	}
	version, err := commonVersion(modules)
	if err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	for _, m := range modules {
		if err := m.writeProxy(files, version); err != nil {
			t.Fatal(err)
		}
	}
	settings, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		t.Fatal(err)
	}
	cache, others, _ := strings.Cut(strings.TrimSpace(string(settings)), "\n")
	p := &proxy{dir: t.TempDir(), version: version}
	p.env = append(os.Environ(),
		"GOWORK=off",
		"GOMODCACHE="+filepath.Join(p.dir, "modules"),
		"GOBIN="+filepath.Join(p.dir, "bin"),
		"GOFLAGS=-modcacherw -trimpath -mod=mod",
		"GOSUMDB=off", // this version of the modules is in no public database
		// Modules of others come from the module cache of this machine, if it has them.
		"GOPROXY=file://"+filepath.ToSlash(files)+",file://"+filepath.ToSlash(cache)+"/cache/download,"+others,
	)
	return p
}

func (p *proxy) run(t *testing.T, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = p.dir, p.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
	return string(out)
}

// TestInstall installs the command as the README says, and runs it.
func TestInstall(t *testing.T) {
	p := newProxy(t)
	p.run(t, "go", "install", rootPath+"/cmd/koggestone@"+p.version)
	command := filepath.Join(p.dir, "bin", "koggestone")
	if runtime.GOOS == "windows" {
		command += ".exe"
	}
	out := p.run(t, command, "perft", "--depth", "4")
	if !strings.HasSuffix(strings.TrimSpace(out), "nodes 197281") {
		t.Errorf("perft of the installed command prints %q", out)
	}
}

// TestConsumer creates a module that imports every library package. Its only other dependency
// is golang.org/x/sys.
func TestConsumer(t *testing.T) {
	p := newProxy(t)
	list := exec.Command("go", "list", "./...")
	list.Dir = ".."
	packages, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	program := "package main\n\nimport (\n"
	libraries := 0
	for path := range strings.FieldsSeq(string(packages)) {
		if !strings.Contains(path, "/internal/") && !strings.Contains(path, "/examples/") {
			program += "\t_ \"" + path + "\"\n"
			libraries++
		}
	}
	program += ")\n\nfunc main() {}\n"
	if libraries < 8 {
		t.Fatalf("%d library packages, want at least 8", libraries)
	}
	for name, text := range map[string]string{
		"go.mod":  "module example.org/consumer\n\ngo 1.25.0\n\nrequire " + rootPath + " " + p.version + "\n",
		"main.go": program,
	} {
		if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p.run(t, "go", "mod", "tidy")
	p.run(t, "go", "build", "-o", filepath.Join(p.dir, "consumer"), ".")
	var got []string
	for line := range strings.Lines(p.run(t, "go", "list", "-m", "all")) {
		path, _, _ := strings.Cut(strings.TrimSpace(line), " ")
		got = append(got, path)
	}
	want := []string{"example.org/consumer", rootPath, "golang.org/x/sys"}
	if !slices.Equal(got, want) {
		t.Errorf("go list -m all prints %q, want %q", got, want)
	}
}
