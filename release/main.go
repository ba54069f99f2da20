// Command release makes the parts of a release of the repository.
//
//	go run -C release . proxy FOLDER          the modules as a module proxy
//	go run -C release . install PREFIX        the command's two programs; the C library, its header, its pkg-config and CMake files
//	go run -C release . dist [flags] FOLDER   archives, packages, licenses, checksums
//	go run -C release . licenses BINARY...    licenses of the modules that binaries contain, to standard output
//
// A module proxy is a folder that the go command reads through GOPROXY=file://FOLDER. Each
// module in it has the one version that the modules require of one another, so you can see
// before a release what users will get: see docs/releasing.md.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	parts := flag.String("parts", strings.Join(allParts, ","), "what dist makes")
	host := flag.Bool("host", false, "dist makes the command for this system only")
	if len(os.Args) < 2 {
		log.Fatal("the first argument is proxy, install, dist or licenses")
	}
	task := os.Args[1]
	flag.CommandLine.Parse(os.Args[2:])
	if task == "licenses" {
		text, err := notices(flag.Args()...)
		if err != nil {
			log.Fatal(err)
		}
		os.Stdout.Write(text)
		return
	}
	if flag.NArg() != 1 {
		log.Fatalf("%s needs one folder", task)
	}
	folder, err := filepath.Abs(flag.Arg(0))
	if err != nil {
		log.Fatal(err)
	}
	modules, err := findModules("..")
	if err != nil {
		log.Fatal(err)
	}
	version, err := commonVersion(modules)
	if err != nil {
		log.Fatal(err)
	}
	switch task {
	case "proxy":
		for _, m := range modules {
			if err := m.writeProxy(folder, version); err != nil {
				log.Fatal(err)
			}
			fmt.Println(m.tag(version))
		}
	case "install":
		_, err = buildPrograms(filepath.Join(folder, "bin"), runtime.GOOS, runtime.GOARCH, strings.TrimPrefix(version, "v"))
		if err == nil {
			_, err = installLibrary(folder, version)
		}
	case "dist":
		r := &release{folder: folder, version: strings.TrimPrefix(version, "v"), hostOnly: *host}
		err = r.make(strings.Split(*parts, ","))
	default:
		err = fmt.Errorf("no task %q; there are proxy, install, dist and licenses", task)
	}
	if err != nil {
		log.Fatal(err)
	}
}

// rootPath is the path of the module at the root of the repository.
const rootPath = "github.com/koggestone/koggestone"

// A sourceModule is a module of the repository.
type sourceModule struct {
	dir  string
	file *modfile.File
	text []byte // the text of go.mod
}

func (m *sourceModule) path() string { return m.file.Module.Mod.Path }

// tag returns the git tag that publishes m at a version.
func (m *sourceModule) tag(version string) string {
	if m.path() == rootPath {
		return version
	}
	return strings.TrimPrefix(m.path(), rootPath+"/") + "/" + version
}

func findModules(root string) (modules []*sourceModule, err error) {
	err = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case entry.IsDir() || entry.Name() != "go.mod":
			return nil
		}
		m := &sourceModule{dir: filepath.Dir(name)}
		if m.text, err = os.ReadFile(name); err != nil {
			return err
		}
		if m.file, err = modfile.Parse(name, m.text, nil); err != nil {
			return err
		}
		modules = append(modules, m)
		return nil
	})
	return modules, err
}

// commonVersion returns the version that the modules require of one another. If there
// are several, or if a go.mod replaces a module, it returns an error.
func commonVersion(modules []*sourceModule) (version string, err error) {
	by := ""
	for _, m := range modules {
		if len(m.file.Replace) > 0 {
			return "", fmt.Errorf("%s: a replace directive, which users of the module would not see", m.file.Syntax.Name)
		}
		for _, r := range m.file.Require {
			if r.Mod.Path != rootPath && !strings.HasPrefix(r.Mod.Path, rootPath+"/") {
				continue
			}
			if version != "" && version != r.Mod.Version {
				return "", fmt.Errorf("%s requires %s, but %s requires version %s", m.file.Syntax.Name, r.Mod, by, version)
			}
			version, by = r.Mod.Version, m.file.Syntax.Name
		}
	}
	return version, nil
}

// writeProxy writes the files of the module proxy protocol for m.
func (m *sourceModule) writeProxy(folder, version string) error {
	escaped, err := module.EscapePath(m.path())
	if err != nil {
		return err
	}
	dir := filepath.Join(folder, filepath.FromSlash(escaped), "@v")
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := zip.CreateFromDir(&archive, module.Version{Path: m.path(), Version: version}, m.dir); err != nil {
		return err
	}
	for suffix, text := range map[string][]byte{
		".info": fmt.Appendf(nil, "{\"Version\":%q}\n", version),
		".mod":  m.text,
		".zip":  archive.Bytes(),
	} {
		if err := os.WriteFile(filepath.Join(dir, version+suffix), text, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "list"), []byte(version+"\n"), 0o666)
}
