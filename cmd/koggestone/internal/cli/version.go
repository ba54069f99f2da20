package cli

import "runtime/debug"

// Version returns the version of this program, and the revision of its source, if
// that is known.
func Version() (version, revision string) {
	b, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown version", ""
	}
	for _, s := range b.Settings {
		if s.Key == "vcs.revision" {
			revision = s.Value
		}
	}
	return b.Main.Version, revision
}
