package main

import (
	"debug/elf"
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/asm/gnu"
)

// A target is another CPU: how to compile for it, and how to run its programs.
type target struct {
	name    string
	compile []string // compiler and flags
	run     []string // emulator and its arguments
	paths   []string // of compare.c
}

func targets() []target {
	generic := []string{"generic"}
	return []target{
		{"i686", []string{"i686-linux-gnu-gcc", "-static"}, []string{"qemu-i386-static"}, generic},
		{"armv7", []string{"arm-linux-gnueabihf-gcc", "-static"}, []string{"qemu-arm-static"}, generic},
		{"aarch64", []string{"aarch64-linux-gnu-gcc", "-static"}, []string{"qemu-aarch64-static"}, []string{"generic", "neon"}},
		{"s390x", []string{"s390x-linux-gnu-gcc", "-static"}, []string{"qemu-s390x-static"}, generic},
		{"wasm32", []string{"clang-19", "--target=wasm32-wasi", "--sysroot=/usr", "-Wl,-z,stack-size=1048576"}, []string{"node", "--no-warnings", "testdata/wasi.mjs"}, generic},
	}
}

// TestTargets compiles the library for other CPUs, with and without KS_NO_ASM, and runs compare.c in emulators.
func TestTargets(t *testing.T) {
	nets := networks(t)
	for _, x := range targets() {
		t.Run(x.name, func(t *testing.T) {
			needAll(t)
			compiler := tool(t, x.compile[0])
			probe := filepath.Join(t.TempDir(), "probe.c")
			if err := os.WriteFile(probe, []byte("#include <string.h>\n#include <stdio.h>\nint main(void) { return 0; }\n"), 0o666); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(compiler, append(slices.Clone(x.compile[1:]), "-o", probe+".exe", probe)...).CombinedOutput(); err != nil {
				t.Skipf("%s has no C library for this target: %s", x.compile[0], strings.TrimSpace(string(out)))
			}
			for _, flags := range [][]string{{"-DKS_NO_ASM"}, nil} {
				exe := compile(t, compiler, "compare", append(slices.Clone(x.compile[1:]), flags...)...)
				command := exec.Command(tool(t, x.run[0]), append(slices.Clone(x.run[1:]), exe)...)
				paths := x.paths
				if flags != nil {
					paths = []string{"generic"}
				}
				compareCalls(t, command, nets, paths, min(*positions, 4000))
			}
		})
	}
}

// TestArm64Bodies compares the exported NEON kernels with the output of Go's assembler, word by word. A body begins with CBZ,
// after Go's loads of arguments and C's stores of registers.
func TestArm64Bodies(t *testing.T) {
	needAll(t)
	dir := exported(t)
	object, program := filepath.Join(t.TempDir(), "o.o"), filepath.Join(t.TempDir(), "go.test")
	run(t, ".", tool(t, "aarch64-linux-gnu-gcc"), "-c", "-o", object, filepath.Join(dir, "koggestone_kernels.S"))
	t.Setenv("GOARCH", "arm64")
	t.Setenv("CGO_ENABLED", "0")
	run(t, "../..", "go", "test", "-c", "-o", program, ".")
	words := func(file, symbol string) []uint32 {
		f, err := elf.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		symbols, err := f.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range symbols {
			if s.Name != symbol {
				continue
			}
			section := f.Sections[s.Section]
			b := make([]byte, s.Size)
			if _, err := section.ReadAt(b, int64(s.Value-section.Addr)); err != nil {
				t.Fatal(err)
			}
			var all []uint32
			for ; len(b) >= 4; b = b[4:] {
				all = append(all, binary.LittleEndian.Uint32(b))
			}
			start := slices.IndexFunc(all, func(w uint32) bool { return w>>24 == 0xb4 })
			return all[max(start, 0):]
		}
		t.Fatalf("%s has no %s", file, symbol)
		return nil
	}
	for _, name := range []string{"sliderAttacks", "rookAttacks", "bishopAttacks", "queenAttacks"} {
		inGo := words(program, "github.com/koggestone/koggestone."+name+"BlocksNEON.abi0")
		inC := words(object, "ks_"+gnu.Snake(name)+"_blocks_neon")
		end := slices.Index(inGo, 0xd65f03c0) // RET
		if end < 50 || len(inC) < end || !slices.Equal(inGo[:end], inC[:end]) {
			t.Errorf("%s differs from Go: %d instructions", name, end)
		}
	}
}

// TestPrefix checks that a copy with a prefix has no other global names.
func TestPrefix(t *testing.T) {
	dir := exported(t)
	for _, file := range []string{"koggestone_kernels.c", "koggestone_kernels.S"} {
		object := filepath.Join(t.TempDir(), "o.o")
		run(t, ".", tool(t, "gcc", "cc", "clang"), "-O1", "-DKS_PREFIX=my_", "-c", "-o", object, filepath.Join(dir, file))
		names := 0
		for line := range strings.Lines(run(t, ".", tool(t, "nm"), "-g", object)) {
			f := strings.Fields(line)
			if len(f) == 3 && !strings.HasPrefix(f[2], "my_ks_") {
				t.Errorf("%s: %s has no prefix", file, f[2])
			} else if len(f) == 2 && strings.Contains(f[1], "ks_") && !strings.HasPrefix(f[1], "my_ks_") {
				t.Errorf("%s: %s is used without a prefix", file, f[1])
			} else if len(f) == 3 {
				names++
			}
		}
		if names < 40 {
			t.Errorf("%s: %d names", file, names)
		}
	}
}

// TestMicrosoft compiles for Windows as clang-cl does, and without GNU's built-in functions and attributes as cl does.
func TestMicrosoft(t *testing.T) {
	clang := tool(t, "clang-19", "clang")
	dir, include := exported(t), t.TempDir()
	stub := "#include <stddef.h>\nvoid *memcpy(void *, const void *, size_t);\nvoid *memset(void *, int, size_t);\nint memcmp(const void *, const void *, size_t);\n" +
		"int strcmp(const char *, const char *);\nsize_t strlen(const char *);\nchar *strchr(const char *, int);\n"
	if err := os.WriteFile(filepath.Join(include, "string.h"), []byte(stub), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, flags := range [][]string{{"koggestone_kernels.S"}, {"koggestone_kernels.c"}, {"koggestone_kernels.c", "-DKS_NO_ASM"}} {
		args := []string{"--target=x86_64-pc-windows-msvc", "-fms-compatibility", "-fms-extensions", "-Wall", "-Werror", "-Wno-unused-function", "-ffreestanding",
			"-isystem", include, "-O2", "-c", "-o", filepath.Join(include, "o.obj"), filepath.Join(dir, flags[0])}
		run(t, ".", clang, append(args, flags[1:]...)...)
	}
}

// TestBuilds builds and installs the library by make and by CMake, and programs with each.
func TestBuilds(t *testing.T) {
	dir := exported(t)
	work, installed := t.TempDir(), t.TempDir()
	if err := os.CopyFS(filepath.Join(work, "export"), os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	write := func(name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(work, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(work, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	program := "#include <koggestone_inline.h>\n#include <koggestone_kernels.h>\nint main(void) { return ks_abi() != KS_ABI || ks_slider_attacks(1, 2, 0) != ks_inline_slider_attacks(1, 2, 0); }\n"
	write("p/main.c", program)
	r, err := newRelease("../..")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("make", func(t *testing.T) {
		make := tool(t, "make")
		for _, prefix := range []string{"/first", "/second"} { // the package file has the prefix of this call
			run(t, filepath.Join(work, "export"), make, "-s", "install", "DESTDIR="+installed, "PREFIX="+prefix)
			pc, err := os.ReadFile(filepath.Join(installed, prefix, "lib/pkgconfig/koggestone_kernels.pc"))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range []string{"prefix=" + prefix + "\n", "Version: " + r.version + "\n"} {
				if !strings.Contains(string(pc), want) {
					t.Errorf("the package file has no %q:\n%s", want, pc)
				}
			}
		}
		soname := fmt.Sprintf("libkoggestone_kernels.so.%s", r.abi)
		library := filepath.Join(installed, "second/lib")
		if out := run(t, ".", tool(t, "readelf"), "-d", filepath.Join(library, "libkoggestone_kernels.so")); !strings.Contains(out, "["+soname+"]") {
			t.Errorf("the library has no SONAME %s:\n%s", soname, out)
		}
		exe := filepath.Join(work, "shared")
		run(t, ".", tool(t, "gcc", "cc", "clang"), "-I", filepath.Join(installed, "second/include"), "-o", exe, filepath.Join(work, "p/main.c"), "-L", library, "-lkoggestone_kernels", "-Wl,-rpath,"+library)
		run(t, ".", exe)
	})
	t.Run("CMake", func(t *testing.T) {
		cmake := tool(t, "cmake")
		write("sub/CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\nproject(sub C)\nadd_subdirectory(../export export)\nadd_executable(main ../p/main.c)\ntarget_link_libraries(main koggestone::koggestone_kernels)\n")
		write("find/CMakeLists.txt", "cmake_minimum_required(VERSION 3.14)\nproject(find C)\nfind_package(koggestone_kernels "+r.version+" REQUIRED)\nadd_executable(main ../p/main.c)\ntarget_link_libraries(main koggestone::koggestone_kernels)\n")
		for _, shared := range []string{"OFF", "ON"} {
			build, prefix := filepath.Join(work, "sub-"+shared), filepath.Join(installed, "cmake-"+shared)
			run(t, work, cmake, "-S", "sub", "-B", build, "-DBUILD_SHARED_LIBS="+shared, "-DCMAKE_INSTALL_PREFIX="+prefix)
			run(t, work, cmake, "--build", build)
			run(t, ".", filepath.Join(build, "main"))
			_, err := os.Stat(filepath.Join(build, "export", "libkoggestone_kernels.so."+r.abi))
			if (err == nil) != (shared == "ON") {
				t.Errorf("BUILD_SHARED_LIBS=%s: %v", shared, err)
			}
			run(t, work, cmake, "--install", build)
			build = filepath.Join(work, "find-"+shared)
			run(t, work, cmake, "-S", "find", "-B", build, "-DCMAKE_PREFIX_PATH="+prefix)
			run(t, work, cmake, "--build", build)
			run(t, ".", filepath.Join(build, "main"))
		}
	})
}

// TestMarks checks that each file names its license, its version and a commit, and that all versions are one.
func TestMarks(t *testing.T) {
	r, err := newRelease("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := exported(t)
	for _, file := range []string{"koggestone_kernels.h", "koggestone_kernels.c", "koggestone_kernels.S", "koggestone_inline.h", "CMakeLists.txt", "Makefile", "Cargo.toml", "build.rs", "src/lib.rs", "koggestone_kernels.pc.in"} {
		b, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		head, text := string(b[:min(300, len(b))]), string(b)
		for _, want := range []string{"SPDX-License-Identifier: MIT", "Copyright", "koggestone " + r.version + ", "} {
			if !strings.Contains(head, want) {
				t.Errorf("%s does not begin with %q", file, want)
			}
		}
		for _, variable := range []string{"@VERSION@", "@ABI@", "@PREFIXED@"} {
			if strings.Contains(text, variable) {
				t.Errorf("%s contains %s", file, variable)
			}
		}
	}
}
