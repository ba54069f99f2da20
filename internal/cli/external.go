package cli

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// An External is a command that is a program of its own. koggestone X ARGUMENTS runs koggestone-X ARGUMENTS, which is
// in the folder of this program or in PATH.
type External struct {
	Name    string // of the command
	Package string // the package to install
}

// path returns the file of the program.
func (e *External) path() (string, error) {
	name := "koggestone-" + e.Name
	if runtime.GOOS == "windows" {
		name += ".exe"
	}
	if self, err := os.Executable(); err == nil {
		files := []string{self}
		if target, err := filepath.EvalSymlinks(self); err == nil && target != self {
			files = append(files, target)
		}
		for _, file := range files {
			file = filepath.Join(filepath.Dir(file), name)
			if info, err := os.Stat(file); err == nil && !info.IsDir() {
				return file, nil
			}
		}
	}
	file, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("%s: expected the program %s in the folder of koggestone or in PATH, found none; install it: go install %s@latest", e.Name, name, e.Package)
	}
	return file, nil
}

// Run runs the program with the arguments and the variables that are added to the environment. On Unix the program
// takes the place of this process, so it has the same streams and gets the same signals.
func (e *External) Run(s *Streams, args []string, env ...string) error {
	file, err := e.path()
	if err != nil {
		return err
	}
	if err := s.Out.Flush(); err != nil {
		return err
	}
	cmd := exec.Command(file, args...)
	cmd.Args[0] = "koggestone-" + e.Name
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = append(os.Environ(), env...), s.In, s.Stdout, s.stderr
	if s.In == os.Stdin && s.Stdout == os.Stdout && s.stderr == os.Stderr {
		err = replaceProcess(file, cmd.Args, cmd.Environ()) // with each variable once: a program may read the first of two
	}
	if err == nil {
		err = cmd.Run()
	}
	var ended *exec.ExitError
	if errors.As(err, &ended) && ended.ExitCode() >= 0 {
		return &exitError{ended.ExitCode()}
	}
	if err != nil {
		err = fmt.Errorf("%s: cannot run %s: %w", e.Name, file, err)
	}
	return err
}

// An exitError ends this program with the exit code of another one, which has said why.
type exitError struct{ code int }

func (e *exitError) Error() string { return fmt.Sprintf("exit status %d", e.code) }

// external returns the external command that a command line runs, and the command's arguments. Flags of all commands
// can precede the command.
func (p Program) external(args []string) (e *External, rest []string) {
	at := 0
	for at < len(args) && strings.HasPrefix(args[at], "--color") {
		if args[at] == "--color" {
			at++
		}
		at++
	}
	for k := range p.External {
		if at < len(args) && args[at] == p.External[k].Name {
			return &p.External[k], append(args[:at:at], args[at+1:]...)
		}
	}
	return nil, nil
}

// completeExternal prints the completions of a command line of an external command. args are what the shell passes.
func (p Program) completeExternal(s *Streams, line string, args []string) (done bool, err error) {
	words := strings.Fields(line)
	if len(words) < 2 || len(words) == 2 && strings.HasSuffix(line, words[1]) {
		return false, nil
	}
	for k := range p.External {
		if e := &p.External[k]; e.Name == words[1] {
			_, after, _ := strings.Cut(line, words[0])
			_, after, _ = strings.Cut(after, words[1])
			if _, err := e.path(); err != nil {
				return true, nil // there is nothing to complete
			}
			line = "koggestone-" + e.Name + after
			return true, e.Run(s, args, "COMP_LINE="+line, fmt.Sprintf("COMP_POINT=%d", len(line)))
		}
	}
	return false, nil
}
