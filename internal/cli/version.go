package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"
)

// version is set by the linker when a release is built, because the release's tags need not
// exist yet.
var version string

// Version returns this program's version and, if known, the revision of its source.
func Version() (name, revision string) {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return cmp.Or(version, "unknown version"), ""
	}
	for _, s := range b.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	return cmp.Or(version, b.Main.Version), revision
}

// CPU returns the name of the CPU, or the architecture if the CPU has no name.
func CPU() string {
	return cmp.Or(strings.Join(strings.Fields(cpuName()), " "), runtime.GOARCH)
}
