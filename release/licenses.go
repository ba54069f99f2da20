package main

import (
	"bytes"
	"debug/buildinfo"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"golang.org/x/mod/module"
)

// notices returns the licenses of Go and of the modules that binaries contain, except for the repository's own modules.
// It reads them from the module cache, and names the source of each module, as the MPL demands.
func notices(binaries ...string) ([]byte, error) {
	folders, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		return nil, err
	}
	root, cache, _ := strings.Cut(strings.TrimSpace(string(folders)), "\n")
	text := bytes.NewBufferString("This program contains code of the modules below, unchanged, under the licenses that follow.\n")
	added := map[string]bool{}
	add := func(path, version, source, dir string) error {
		if added[path] {
			return nil
		}
		added[path] = true
		fmt.Fprintf(text, "\n%s\n%s %s\nsource: %s\n\n", strings.Repeat("=", 80), path, version, source)
		found := false
		for _, pattern := range []string{"LICEN[CS]E*", "COPYING*", "NOTICE*", "PATENTS*"} {
			files, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil {
				return err
			}
			for _, file := range files {
				license, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				found = true
				fmt.Fprintln(text, strings.TrimSpace(string(license)))
			}
		}
		if !found {
			return fmt.Errorf("%s %s has no file with its license", path, version)
		}
		return nil
	}
	for _, binary := range binaries {
		info, err := buildinfo.ReadFile(binary)
		if err != nil {
			return nil, err
		}
		version := strings.TrimPrefix(info.GoVersion, "go")
		if err := add("std", version, "https://go.dev/dl/go"+version+".src.tar.gz", root); err != nil {
			return nil, err
		}
		for _, m := range info.Deps {
			if m.Replace != nil {
				return nil, fmt.Errorf("%s is replaced", m.Path)
			}
			if m.Path == rootPath || strings.HasPrefix(m.Path, rootPath+"/") {
				continue
			}
			path, err := module.EscapePath(m.Path)
			if err != nil {
				return nil, err
			}
			dir := filepath.Join(cache, filepath.FromSlash(path)+"@"+m.Version)
			if err := add(m.Path, m.Version, "https://pkg.go.dev/"+m.Path+"@"+m.Version, dir); err != nil {
				return nil, err
			}
		}
	}
	return text.Bytes(), nil
}
