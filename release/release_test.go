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

// TestInstall installs the command as the README says, and runs it. Without its second program it says how to install
// that one.
func TestInstall(t *testing.T) {
	p := newProxy(t)
	p.run(t, "go", "install", rootPath+"/cmd/koggestone@"+p.version)
	command := filepath.Join(p.dir, "bin", "koggestone")
	if runtime.GOOS == "windows" {
		command += ".exe"
	}
	annotate := exec.Command(command, "annotate", "--list")
	annotate.Env = []string{"PATH="}
	message, err := annotate.CombinedOutput()
	_, install, found := strings.Cut(strings.TrimSpace(string(message)), "install it: go install ")
	if err == nil || annotate.ProcessState.ExitCode() != 2 || !found || strings.Count(string(message), "\n") != 1 {
		t.Fatalf("annotate without its program: %v, %q", err, message)
	}
	p.run(t, "go", "install", strings.TrimSuffix(install, "latest")+p.version)
	if out := p.run(t, command, "annotate", "--list"); !strings.Contains(out, "\n  legal_moves ") {
		t.Errorf("annotate --list of the installed command prints %q", out)
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

// TestDist installs what dist makes for this system in an empty folder: the command, the C library and the Python package.
func TestDist(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a release")
	}
	modules, err := findModules("..")
	if err != nil {
		t.Fatal(err)
	}
	version, err := commonVersion(modules)
	if err != nil {
		t.Fatal(err)
	}
	version = strings.TrimPrefix(version, "v")
	for file, line := range map[string]string{
		"../CITATION.cff":                  "version: " + version,
		"../python/pyproject.toml":         `version = "` + version + `"`,
		"../python/koggestone/__init__.py": `__version__ = "` + version + `"`,
	} {
		if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "\n"+line+"\n") {
			t.Errorf("%s has no line %s (%v)", file, line, err)
		}
	}
	dir := t.TempDir()
	if err := (&release{folder: dir, version: version, hostOnly: true}).make([]string{"command", "library", "python"}); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(dir, "bin") // PATH without Go
	tools := map[string]string{}
	for _, name := range []string{"sh", "cc", "as", "ld", "make", "cmake", "pkg-config", "tar", "gzip", "sha256sum"} {
		if path, err := exec.LookPath(name); err == nil {
			tools[name] = path
		}
	}
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, path := range tools {
		if err := os.Symlink(path, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	library := filepath.Join(dir, "koggestone_"+version+"_libkoggestone_"+runtime.GOOS+"_"+runtime.GOARCH)
	p := &proxy{dir: dir, env: []string{
		"PATH=" + bin, "HOME=" + dir, "TMPDIR=" + dir, "CMAKE_PREFIX_PATH=" + library,
		"PKG_CONFIG_PATH=" + filepath.Join(library, "lib", "pkgconfig"), "LD_LIBRARY_PATH=" + filepath.Join(library, "lib"),
	}}
	need := func(t *testing.T, names ...string) {
		for _, name := range names {
			if tools[name] == "" {
				t.Skip("there is no program " + name)
			}
		}
	}
	p.run(t, tools["sha256sum"], "--check", "--quiet", "SHA256SUMS")
	archives, err := filepath.Glob(filepath.Join(dir, "koggestone_*.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	for _, archive := range archives {
		p.run(t, tools["tar"], "xf", archive)
	}
	t.Run("command", func(t *testing.T) {
		command := filepath.Join(dir, "koggestone_"+version+"_"+runtime.GOOS+"_"+runtime.GOARCH, "koggestone")
		if out := p.run(t, command, "--version"); !strings.HasPrefix(out, "koggestone "+version+",") {
			t.Errorf("the command prints %q", out)
		}
		p.run(t, command, "verify", "--duration", "1s")
		if out := p.run(t, command, "annotate", "--version"); !strings.HasPrefix(out, "koggestone-annotate "+version+",") {
			t.Errorf("annotate prints %q", out)
		}
		notices, err := os.ReadFile(filepath.Join(filepath.Dir(command), "THIRD_PARTY_LICENSES.txt"))
		if err != nil || !strings.Contains(string(notices), "github.com/apache/arrow-go/v18 v") {
			t.Errorf("the licenses do not name Arrow (%v)", err)
		}
	})
	write := func(t *testing.T, name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	example, err := os.ReadFile("../clib/example/example.c")
	if err != nil {
		t.Fatal(err)
	}
	write(t, "example.c", string(example))
	t.Run("pkg-config", func(t *testing.T) {
		need(t, "cc", "pkg-config")
		p.run(t, tools["sh"], "-c", "cc -o example example.c $(pkg-config --cflags --libs koggestone) && ./example")
	})
	t.Run("cmake", func(t *testing.T) {
		need(t, "cc", "cmake", "make")
		write(t, "CMakeLists.txt", "cmake_minimum_required(VERSION 3.13)\nproject(example C)\nfind_package(koggestone 0.1 REQUIRED)\n"+
			"add_executable(example2 example.c)\ntarget_link_libraries(example2 koggestone::koggestone)\n")
		p.run(t, tools["cmake"], ".")
		p.run(t, tools["make"])
		p.run(t, filepath.Join(dir, "example2"))
	})
	t.Run("python", func(t *testing.T) {
		wheel, err := filepath.Glob(filepath.Join(dir, "*.whl"))
		if err != nil || len(wheel) != 1 {
			t.Fatalf("the wheels are %q (%v)", wheel, err)
		}
		readme, err := os.ReadFile("../README.md")
		if err != nil {
			t.Fatal(err)
		}
		_, lines, _ := strings.Cut(string(readme), "\n```python\n")
		lines, _, _ = strings.Cut(lines, "\n```")
		if !strings.Contains(lines, "import koggestone") {
			t.Fatal("README.md has no lines of Python")
		}
		p.run(t, pythonInterpreter(), "-m", "venv", "--system-site-packages", "venv") // numpy is the system's
		interpreter := filepath.Join(dir, "venv", "bin", "python")
		p.run(t, interpreter, "-m", "pip", "install", "--no-deps", "--no-index", wheel[0])
		p.run(t, interpreter, "-c", lines)
	})
}
