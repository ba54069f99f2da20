package emit

import (
	"path"
	"path/filepath"
	"regexp"
	"runtime"
)

// emitters maps each kernel to the file that emits it.
var emitters = map[string]string{}

// noteEmitter records which file outside this package emits a kernel.
func noteEmitter(kernel string) {
	var callers [16]uintptr
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers[:])])
	for {
		frame, more := frames.Next()
		folder, file := path.Split(filepath.ToSlash(frame.File))
		if program := path.Base(folder); program != "emit" {
			emitters[kernel] = "asm/" + program + "/" + file
			return
		}
		if !more {
			panic("emit: no program emits " + kernel)
		}
	}
}

var declared = regexp.MustCompile(`(?m)^// func (\w+)\(`)

// NameEmitters adds the name of the emitting file to the comment above each kernel, so that a
// search for a kernel's name leads to the lines that emit it.
func NameEmitters(assembly string) string {
	return declared.ReplaceAllStringFunc(assembly, func(line string) string {
		return "// Emitted by " + emitters[declared.FindStringSubmatch(line)[1]] + "\n" + line
	})
}
