package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// Completion is our own code, because github.com/willabides/kongplete 0.4.0 prints code for the login shell, which it
// asks another program for (TestCompletionCode), and its code does not complete the names of files.

// CompletionCmd prints the code that enables completion in a shell.
type CompletionCmd struct {
	Shell string `arg:"" optional:"" values:"shells" help:"The shell: bash, zsh or fish."`
}

// Help returns the lines that you add to your shell's start-up file.
func (*CompletionCmd) Help() string {
	return "bash: source <(koggestone completion bash)\n\nzsh: source <(koggestone completion zsh)\n\nfish: koggestone completion fish | source"
}

// shells contains the code for each shell, with @ in place of the program's path and NAME in place of its name. If COMP_LINE is
// in the environment, the program prints the words that complete this command line. If it prints
// none, the shell completes file names.
var shells = map[string]string{
	"bash": "complete -o default -o bashdefault -C @ NAME\n",
	"zsh":  "autoload -U +X compinit && compinit -u\nautoload -U +X bashcompinit && bashcompinit\ncomplete -o default -o bashdefault -C @ NAME\n",
	"fish": `function __complete_NAME
    set -lx COMP_LINE (commandline -cp)
    set -l words (@)
    if test (count $words) -gt 0
        printf '%s\n' $words
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c NAME -f -a '(__complete_NAME)'
`,
}

// Run prints the code.
func (c *CompletionCmd) Run(s *Streams) error { return s.WriteCompletion("koggestone", c.Shell) }

// WriteCompletion writes the code that enables completion of a program's command lines in a shell.
func (s *Streams) WriteCompletion(name, shell string) error {
	code, ok := shells[shell]
	if !ok {
		found := "none"
		if shell != "" {
			found = fmt.Sprintf("%q", shell)
		}
		return fmt.Errorf("completion: expected bash, zsh or fish, found %s", found)
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	if program, err = filepath.Abs(program); err != nil {
		return err
	}
	if strings.ContainsAny(program, " \t\n'\"\\$&|;<>()*?[]{}#~`!") {
		program = "'" + strings.ReplaceAll(program, "'", `'\''`) + "'"
		if shell != "fish" { // quoted twice, because the argument of -C is also code
			program = `"` + program + `"`
		}
	}
	_, err = strings.NewReplacer("@", program, "NAME", name).WriteString(s.Out, code)
	return err
}

// completions returns the words that complete the last word of a command line. Some shells replace
// only the end of this word, for example the part after =. Then word is this part, and the results
// begin with it.
func (p Program) completions(root *kong.Node, line, word string) (words []string) {
	given := strings.Fields(line)
	last := ""
	if len(given) > 0 && !strings.HasSuffix(line, " ") {
		last, given = given[len(given)-1], given[:len(given)-1]
	}
	if len(given) == 0 {
		return nil
	}
	node, before := root, given[len(given)-1]
	for _, child := range root.Children {
		if len(given) > 1 && child.Name == given[1] {
			node = child
		}
	}
	flags := slices.Concat(root.Flags, node.Flags)
	prefix := "" // start of last that the candidates do not contain
	name, value, assigned := strings.Cut(last, "=")
	if !assigned {
		name, value = before, last
	} else {
		prefix = name + "="
	}
	var candidates []string
	i := slices.IndexFunc(flags, func(f *kong.Flag) bool {
		return !f.IsBool() && (name == "--"+f.Name || f.Short != 0 && name == "-"+string(f.Short))
	})
	switch {
	case i >= 0:
		candidates = p.values(flags[i].Value)
		if comma := strings.LastIndexByte(value, ','); flags[i].IsSlice() {
			prefix += value[:comma+1]
		}
	case strings.HasPrefix(last, "-"):
		for _, f := range flags {
			if !f.Hidden && !slices.Contains(candidates, "--"+f.Name) {
				candidates = append(candidates, "--"+f.Name)
			}
		}
	case node == root:
		for _, child := range root.Children {
			candidates = append(candidates, child.Name)
		}
	case len(node.Positional) > 0:
		candidates = p.values(node.Positional[0])
	}
	for _, c := range candidates {
		if c = prefix + c; strings.HasPrefix(c, last) && strings.HasSuffix(last, word) {
			words = append(words, c[len(last)-len(word):])
		}
	}
	slices.Sort(words)
	return words
}

// values returns the possible values of a flag or argument: its enumeration, or the words of the
// variables in its tag values.
func (p Program) values(v *kong.Value) []string {
	words := v.EnumSlice()
	for name := range strings.SplitSeq(v.Tag.Get("values"), ",") {
		text := p.Vars[name]
		if text == nil {
			continue
		}
		words = append(words, strings.FieldsFunc(text(), func(c rune) bool { return c == ' ' || c == ',' })...)
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}
