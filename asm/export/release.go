package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// A release identifies the exported files: the project's version, the commit, and the interface's version.
type release struct{ version, commit, abi string }

// newRelease reads CITATION.cff, the header and the commit of the repository at root.
func newRelease(root string) (r release, err error) {
	for _, v := range []struct {
		field         *string
		file, pattern string
	}{
		{&r.version, "CITATION.cff", `(?m)^version: (\S+)$`},
		{&r.abi, "asm/export/c/koggestone_kernels.h", `(?m)^#define KS_ABI (\d+)$`},
	} {
		text, err := os.ReadFile(filepath.Join(root, v.file))
		if err != nil {
			return r, err
		}
		m := regexp.MustCompile(v.pattern).FindSubmatch(text)
		if m == nil {
			return r, fmt.Errorf("%s: expected a line %s", v.file, v.pattern)
		}
		*v.field = string(m[1])
	}
	r.commit = "unknown commit"
	if out, err := exec.Command("git", "-C", root, "rev-parse", "--short=12", "HEAD").Output(); err == nil {
		r.commit = "commit " + strings.TrimSpace(string(out))
		if exec.Command("git", "-C", root, "diff", "--quiet", "HEAD").Run() != nil {
			r.commit += " with changes"
		}
	}
	return r, nil
}

// mark replaces the variables in content by the version, and adds the license to the first line.
func (r release) mark(file, content string) string {
	content = strings.NewReplacer("@VERSION@", r.version, "@ABI@", r.abi).Replace(content)
	content = strings.Replace(content, "@PREFIXED@", prefixed(public.FindAllString(content, -1)), 1)
	notice := fmt.Sprintf("SPDX-License-Identifier: MIT. Copyright (c) 2026 The koggestone authors.\n%%skoggestone %s, %s.", r.version, r.commit)
	switch filepath.Ext(file) {
	case ".c", ".h", ".S":
		return "/* " + fmt.Sprintf(notice, "   ") + " */\n" + content
	case ".rs":
		return "// " + fmt.Sprintf(notice, "// ") + "\n" + content
	case ".txt", ".in", ".toml", "":
		if file != "LICENSE" {
			return "# " + fmt.Sprintf(notice, "# ") + "\n" + content
		}
	}
	return content
}

// copyFiles copies files to dir and marks them.
func (r release) copyFiles(dir string, files fs.FS) error {
	return fs.WalkDir(files, ".", func(path string, d fs.DirEntry, err error) error {
		to := filepath.Join(dir, filepath.FromSlash(path))
		if err != nil {
			return err
		}
		if d.IsDir() {
			return os.MkdirAll(to, 0o777)
		}
		b, err := fs.ReadFile(files, path)
		if err != nil {
			return err
		}
		return os.WriteFile(to, []byte(r.mark(d.Name(), string(b))), 0o666)
	})
}

// public matches the declarations of the header.
var public = regexp.MustCompile(`(?m)^(extern )?KS_API .*$`)

// prefixed returns macros that put KS_PREFIX before the names that declarations declare.
func prefixed(declarations []string) string {
	var w strings.Builder
	w.WriteString("#define KS_PASTED(a, b) a##b\n#define KS_PASTE(a, b) KS_PASTED(a, b)") // the same in each list
	name := regexp.MustCompile(`\bks_(\w+)\(|\bks_sfnnv\d+`)
	for _, d := range declarations {
		for _, n := range name.FindAllString(d, -1) {
			n = strings.TrimSuffix(n, "(")
			fmt.Fprintf(&w, "\n#define %s KS_PASTE(KS_PREFIX, %s)", n, n)
		}
	}
	return w.String()
}
