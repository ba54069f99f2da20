package kernels

import "slices"

const lookUps = "its addresses are table look-ups by piece and square"

// tested lists the kernels that are only tested, not proved, by file and reason.
var tested = map[string]map[string][]string{
	"pairs/pairs_amd64.s": {
		lookUps: {
			"appendThreatsAVX2", "appendPawnsAVX2", "storeRowsAVX2",
		},
	},
}

// Reason returns why a kernel of a file is not proved, or the empty string.
func Reason(file, fn string) string {
	for reason, names := range tested[file] {
		if slices.Contains(names, fn) {
			return reason
		}
	}
	return ""
}

// Tested returns the files and names of all kernels that are only tested.
func Tested() (list [][2]string) {
	for file, reasons := range tested {
		for _, names := range reasons {
			for _, name := range names {
				list = append(list, [2]string{file, name})
			}
		}
	}
	return list
}
