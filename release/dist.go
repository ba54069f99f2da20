package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// allParts lists the parts of a release.
var allParts = []string{"command", "library", "loader", "kernels", "python"}

// systems lists the platforms that get an archive with the command.
var systems = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// A release is written to a folder. The same source and tools always produce the same bytes,
// because no file contains a path of this machine, and every file has the time that epoch
// returns.
type release struct {
	folder   string
	version  string // version, without v
	hostOnly bool
}

func (r *release) make(parts []string) error {
	makers := map[string]func(work string) error{
		"command": r.command, "library": r.library, "loader": r.loader, "kernels": r.kernels, "python": r.python,
	}
	work, err := os.MkdirTemp("", "koggestone-release-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	if err := os.MkdirAll(r.folder, 0o777); err != nil {
		return err
	}
	for _, part := range parts {
		if makers[part] == nil {
			return fmt.Errorf("no part %q; there are %s", part, strings.Join(allParts, ", "))
		}
		if err := makers[part](filepath.Join(work, part)); err != nil {
			return fmt.Errorf("%s: %w", part, err)
		}
	}
	return r.sums()
}

// run runs a program in the root of the repository.
func run(env []string, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env, cmd.Stdout, cmd.Stderr = "..", append(os.Environ(), env...), os.Stderr, os.Stderr
	fmt.Fprintln(os.Stderr, "+", strings.Join(append(env, cmd.Args...), " "))
	return cmd.Run()
}

// programs are the two programs of the command: koggestone annotate runs the second one.
var programs = []string{"./cmd/koggestone", "./annotate/cmd/koggestone-annotate"}

// buildPrograms builds the programs for a system and returns their files.
func buildPrograms(dir, goos, goarch, version string) (files []string, err error) {
	for _, program := range programs {
		file := filepath.Join(dir, filepath.Base(program))
		if goos == "windows" {
			file += ".exe"
		}
		err := run([]string{"CGO_ENABLED=0", "GOOS=" + goos, "GOARCH=" + goarch}, "go", "build", "-trimpath",
			"-ldflags=-s -w -X "+rootPath+"/internal/cli.version="+version, "-o", file, program)
		if err != nil {
			return nil, err
		}
		files = append(files, file)
	}
	return files, nil
}

// command makes an archive of the command's programs for each system.
func (r *release) command(work string) error {
	for _, system := range systems {
		goos, goarch, _ := strings.Cut(system, "/")
		if r.hostOnly && system != runtime.GOOS+"/"+runtime.GOARCH {
			continue
		}
		dir := filepath.Join(work, goos+"_"+goarch)
		files, err := buildPrograms(dir, goos, goarch, r.version)
		if err != nil {
			return err
		}
		if err := r.pack(dir, goos+"_"+goarch, goos == "windows", files...); err != nil {
			return err
		}
	}
	return nil
}

// library makes an archive of the C library as it is installed.
func (r *release) library(work string) error {
	file, err := installLibrary(work, "v"+r.version)
	if err != nil {
		return err
	}
	return r.pack(work, "libkoggestone_"+runtime.GOOS+"_"+runtime.GOARCH, runtime.GOOS == "windows", file)
}

// loader makes an archive of the data loader for nnue-pytorch.
func (r *release) loader(work string) error {
	file := filepath.Join(work, "libtraining_data_loader"+sharedSuffix())
	if err := buildC(file, "c-shared", "./clib/trainingloader"); err != nil {
		return err
	}
	return r.pack(work, "loader_"+runtime.GOOS+"_"+runtime.GOARCH, runtime.GOOS == "windows", file)
}

// kernels makes an archive of the kernels as source for C, C++ and Rust.
func (r *release) kernels(work string) error {
	if err := run(nil, "make", "export"); err != nil {
		return err
	}
	if err := os.CopyFS(work, os.DirFS("../build/export")); err != nil {
		return err
	}
	return r.pack(work, "kernels", false)
}

// python makes the wheel for this system and the source package.
func (r *release) python(string) error {
	return run([]string{"SOURCE_DATE_EPOCH=" + strconv.FormatInt(epoch().Unix(), 10)}, pythonInterpreter(), "-m", "build",
		"--sdist", "--wheel", "--no-isolation", "--skip-dependency-check", "--outdir", r.folder, "python")
}

func pythonInterpreter() string { return cmp.Or(os.Getenv("PYTHON"), "python3") }

// epoch returns the time of all files: SOURCE_DATE_EPOCH, or the earliest time that archives support.
func epoch() time.Time {
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC()
	}
	return time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
}

// pack writes the files of a folder to an archive, in a folder with the archive's name, together with
// the licenses of the project and of everything that the binaries contain.
func (r *release) pack(dir, suffix string, zipped bool, binaries ...string) error {
	license, err := os.ReadFile("../LICENSE")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "LICENSE"), license, 0o666); err != nil {
		return err
	}
	if len(binaries) > 0 {
		text, err := notices(binaries...)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "THIRD_PARTY_LICENSES.txt"), text, 0o666); err != nil {
			return err
		}
	}
	name := "koggestone_" + r.version + "_" + suffix
	write, extension := writeTar, ".tar.gz"
	if zipped {
		write, extension = writeZip, ".zip"
	}
	var archive bytes.Buffer
	if err := write(&archive, dir, name); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, name+extension)
	return os.WriteFile(filepath.Join(r.folder, name+extension), archive.Bytes(), 0o666)
}

// eachFile calls f for the regular files in a folder, in the order of their names.
func eachFile(dir string, f func(name string, mode fs.FileMode, text []byte) error) error {
	return filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o644)
		if info.Mode()&0o100 != 0 {
			mode = 0o755
		}
		return f(filepath.ToSlash(name), mode, text)
	})
}

func writeTar(w io.Writer, dir, top string) error {
	compressed, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	archive := tar.NewWriter(compressed)
	err = eachFile(dir, func(name string, mode fs.FileMode, text []byte) error {
		err := archive.WriteHeader(&tar.Header{
			Name: top + "/" + name, Mode: int64(mode), Size: int64(len(text)), ModTime: epoch(), Format: tar.FormatUSTAR,
		})
		if err == nil {
			_, err = archive.Write(text)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return compressed.Close()
}

func writeZip(w io.Writer, dir, top string) error {
	archive := zip.NewWriter(w)
	err := eachFile(dir, func(name string, mode fs.FileMode, text []byte) error {
		header := &zip.FileHeader{Name: top + "/" + name, Method: zip.Deflate, Modified: epoch()}
		header.SetMode(mode)
		file, err := archive.CreateHeader(header)
		if err == nil {
			_, err = file.Write(text)
		}
		return err
	})
	if err != nil {
		return err
	}
	return archive.Close()
}

// sums writes SHA256SUMS in sha256sum's format, for all files of the release in the folder.
func (r *release) sums() error {
	files, err := filepath.Glob(filepath.Join(r.folder, "koggestone*"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	var text bytes.Buffer
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(content), filepath.Base(file))
	}
	return os.WriteFile(filepath.Join(r.folder, "SHA256SUMS"), text.Bytes(), 0o666)
}
