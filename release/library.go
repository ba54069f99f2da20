package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// sharedSuffix returns the extension of shared libraries on this system.
func sharedSuffix() string {
	switch runtime.GOOS {
	case "windows":
		return ".dll"
	case "darwin":
		return ".dylib"
	}
	return ".so"
}

// buildC builds a package of clib, without symbols.
func buildC(file, mode, path string) error {
	return run([]string{"CGO_ENABLED=1"}, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w",
		"-buildmode="+mode, "-o", file, path)
}

// installLibrary builds the C library. It writes the library to the folders below prefix, with the header, a file
// for pkg-config and a package for CMake. The files find each other, so you can move the folder. It returns the
// shared library's name.
func installLibrary(prefix, version string) (file string, err error) {
	lib := filepath.Join(prefix, "lib")
	shared := "libkoggestone" + sharedSuffix()
	file = filepath.Join(lib, shared)
	for name, mode := range map[string]string{shared: "c-shared", "libkoggestone.a": "c-archive"} {
		if err := buildC(filepath.Join(lib, name), mode, "./clib/libkoggestone"); err != nil {
			return "", err
		}
	}
	if err := os.Remove(filepath.Join(lib, "libkoggestone.h")); err != nil { // cgo's header, which has no documentation
		return "", err
	}
	header, err := os.ReadFile("../clib/libkoggestone/koggestone.h")
	if err != nil {
		return "", err
	}
	version = strings.TrimPrefix(version, "v")
	cmake := filepath.Join(lib, "cmake", "koggestone")
	for name, text := range map[string]string{
		filepath.Join(prefix, "include", "koggestone.h"):        string(header),
		filepath.Join(lib, "pkgconfig", "koggestone.pc"):        fmt.Sprintf(pkgConfig, version),
		filepath.Join(cmake, "koggestone-config.cmake"):         fmt.Sprintf(cmakeConfig, shared),
		filepath.Join(cmake, "koggestone-config-version.cmake"): fmt.Sprintf(cmakeVersion, version),
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return "", err
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			return "", err
		}
	}
	return file, nil
}

const pkgConfig = `prefix=${pcfiledir}/../..

Name: koggestone
Description: Attacks and legal moves of chess positions, for many positions per call
URL: https://github.com/koggestone/koggestone
Version: %s
Cflags: -I${prefix}/include
Libs: -L${prefix}/lib -lkoggestone
Libs.private: -lpthread
`

const cmakeConfig = `# koggestone::koggestone is the shared library.
if(NOT TARGET koggestone::koggestone)
  get_filename_component(_koggestone_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
  set(_koggestone_file "${_koggestone_prefix}/lib/%s")
  add_library(koggestone::koggestone SHARED IMPORTED)
  set_target_properties(koggestone::koggestone PROPERTIES
    IMPORTED_LOCATION "${_koggestone_file}"
    IMPORTED_IMPLIB "${_koggestone_file}"
    IMPORTED_NO_SONAME TRUE
    INTERFACE_INCLUDE_DIRECTORIES "${_koggestone_prefix}/include")
  unset(_koggestone_file)
  unset(_koggestone_prefix)
endif()
`

const cmakeVersion = `# Until version 1.0 a minor version may change what a program sees.
set(PACKAGE_VERSION "%s")
if(PACKAGE_VERSION VERSION_EQUAL PACKAGE_FIND_VERSION)
  set(PACKAGE_VERSION_EXACT TRUE)
endif()
string(REGEX MATCH "^[0-9]+\\.[0-9]+" _koggestone_series "${PACKAGE_VERSION}")
if(PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION AND
    "${PACKAGE_FIND_VERSION_MAJOR}.${PACKAGE_FIND_VERSION_MINOR}" VERSION_EQUAL "${_koggestone_series}")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
else()
  set(PACKAGE_VERSION_COMPATIBLE FALSE)
endif()
unset(_koggestone_series)
`
