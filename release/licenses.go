package main

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/module"
)

// A dependency is a module whose code a binary contains.
type dependency struct {
	version string
	license string // SPDX identifier
	texts   []string
}

// dependencies have the path of their module as key; Go's own library and runtime are "std".
type dependencies map[string]dependency

// dependenciesOf returns the modules that binaries contain, except the modules of the repository. It reads
// their licenses from the module cache.
func dependenciesOf(binaries ...string) (dependencies, error) {
	folders, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output()
	if err != nil {
		return nil, err
	}
	root, cache, _ := strings.Cut(strings.TrimSpace(string(folders)), "\n")
	used := dependencies{}
	add := func(path, version, dir string) error {
		d := dependency{version: version}
		for _, pattern := range []string{"LICEN[CS]E*", "COPYING*", "NOTICE*", "PATENTS*"} {
			files, err := filepath.Glob(filepath.Join(dir, pattern))
			if err != nil {
				return err
			}
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					return err
				}
				d.texts = append(d.texts, string(text))
			}
		}
		if len(d.texts) == 0 {
			return fmt.Errorf("%s %s has no file with its license", path, version)
		}
		if d.license = identify(d.texts[0]); d.license == "" {
			return fmt.Errorf("%s %s has a license that this program does not know", path, version)
		}
		used[path] = d
		return nil
	}
	for _, binary := range binaries {
		info, err := buildinfo.ReadFile(binary)
		if err != nil {
			return nil, err
		}
		if err := add("std", strings.TrimPrefix(info.GoVersion, "go"), root); err != nil {
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
			if err := add(m.Path, m.Version, filepath.Join(cache, filepath.FromSlash(path)+"@"+m.Version)); err != nil {
				return nil, err
			}
		}
	}
	return used, nil
}

// licenses are known by sentences of their texts.
var licenses = []struct{ id, text string }{
	{"Apache-2.0", "apache license version 2.0"},
	{"MPL-2.0", "mozilla public license version 2.0"},
	{"MIT", "permission is hereby granted free of charge to any person obtaining a copy"},
	{"BSD-3-Clause", "used to endorse or promote products derived from"},
	{"BSD-2-Clause", "redistributions in binary form must reproduce the above copyright notice"},
}

// identify returns the SPDX expression of a text that holds one or more licenses, or "" if it knows none of them.
func identify(text string) string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return strings.ContainsRune(" \t\r\n,#*/()", r) })
	text = strings.Join(words, " ")
	var found []string
	for _, l := range licenses {
		if strings.Contains(text, l.text) && !(l.id == "BSD-2-Clause" && slices.Contains(found, "BSD-3-Clause")) {
			found = append(found, l.id)
		}
	}
	return strings.Join(found, " AND ")
}

// source returns the address where the source of a module is.
func source(path, version string) string {
	if path == "std" {
		return "https://go.dev/dl/go" + version + ".src.tar.gz"
	}
	return "https://pkg.go.dev/" + path + "@" + version
}

// notices returns the licenses of all modules as one text. It names the source of each module, as
// the MPL demands.
func (used dependencies) notices() []byte {
	var text bytes.Buffer
	fmt.Fprintln(&text, "This program contains code of the modules below, unchanged, under the licenses that follow.")
	for _, path := range slices.Sorted(maps.Keys(used)) {
		d := used[path]
		fmt.Fprintf(&text, "\n%s\n%s %s, %s\nsource: %s\n\n", strings.Repeat("=", 80), path, d.version, d.license, source(path, d.version))
		for _, t := range d.texts {
			fmt.Fprintln(&text, strings.TrimSpace(t))
		}
	}
	return text.Bytes()
}

// spdx returns the modules as a document of SPDX 2.3.
func (used dependencies) spdx(version string) []byte {
	type pack struct {
		ID          string `json:"SPDXID"`
		Name        string `json:"name"`
		Version     string `json:"versionInfo"`
		Location    string `json:"downloadLocation"`
		Analyzed    bool   `json:"filesAnalyzed"`
		Concluded   string `json:"licenseConcluded"`
		Declared    string `json:"licenseDeclared"`
		Copyright   string `json:"copyrightText"`
		ExternalRef []any  `json:"externalRefs,omitempty"`
	}
	type relation struct {
		From string `json:"spdxElementId"`
		Type string `json:"relationshipType"`
		To   string `json:"relatedSpdxElement"`
	}
	const none = "NOASSERTION"
	own := pack{ID: "SPDXRef-koggestone", Name: rootPath, Version: version, Location: "https://" + rootPath,
		Concluded: "MIT", Declared: "MIT", Copyright: none}
	packages, relations := []pack{own}, []relation{{"SPDXRef-DOCUMENT", "DESCRIBES", own.ID}}
	invalid := regexp.MustCompile(`[^A-Za-z0-9.-]+`)
	for _, path := range slices.Sorted(maps.Keys(used)) {
		d := used[path]
		p := pack{ID: "SPDXRef-" + invalid.ReplaceAllString(path, "-"), Name: path, Version: d.version, Location: source(path, d.version),
			Concluded: d.license, Declared: d.license, Copyright: none}
		p.ExternalRef = []any{map[string]string{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
			"referenceLocator": "pkg:golang/" + path + "@" + d.version}}
		packages = append(packages, p)
		relations = append(relations, relation{own.ID, "DEPENDS_ON", p.ID})
	}
	text, err := json.MarshalIndent(map[string]any{
		"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "koggestone-" + version,
		"documentNamespace": "https://" + rootPath + "/releases/download/v" + version + "/spdx",
		"creationInfo":      map[string]any{"created": epoch().Format(time.RFC3339), "creators": []string{"Organization: koggestone"}},
		"packages":          packages, "relationships": relations,
	}, "", "  ")
	if err != nil {
		panic(err) // strings are always valid JSON
	}
	return append(text, '\n')
}
