// Command pictures writes the page and the pictures of docs to a folder.
//
//	go run -C docs ./pictures .
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

const (
	// position is the position of all sections of the text.
	position = "1q3k2/p5p1/2b5/5B1R/3R3p/2P1Q1r1/6P1/6K1"
	threats  = "3qr1k1/5ppp/8/1q6/7b/3n4/3RBP1P/4K2R w - - 0 1"
)

// commands lists the files that the command koggestone writes, with its arguments. The last
// argument is a flag, followed by the file's name. Pictures too wide for a phone are also
// written to the folder narrow.
var commands = []struct {
	file   string
	narrow bool
	args   []string
}{
	{"occluded.svg", false, []string{"trace", "--fen", position, "--direction", "north", "--animate", "--svg"}},
	{"pairs.svg", true, []string{"pairs", "--fen", position + " w - - 0 1", "--move", "d4h4", "--svg"}},
	{"threats.svg", true, []string{"attacks", "--fen", threats, "--show", "danger,pinned,checkmask", "--svg"}},
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("pictures: ")
	if len(os.Args) != 2 {
		log.Fatalf("expected a folder, found %d arguments", len(os.Args)-1)
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func write(folder string) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	temp, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	command := filepath.Join(temp, "koggestone")
	build := exec.Command("go", "build", "-C", "..", "-o", command, "./cmd/koggestone")
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w: %s", err, output)
	}
	narrow := filepath.Join(folder, "narrow")
	if err := os.MkdirAll(narrow, 0o755); err != nil {
		return err
	}
	draw := func(file string, args ...string) error {
		run := exec.Command(command, append(args, file)...)
		run.Dir, run.Stderr = "..", os.Stderr
		if err := run.Run(); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		return nil
	}
	for _, c := range commands {
		if err := draw(filepath.Join(folder, c.file), c.args...); err != nil {
			return err
		}
		if c.narrow {
			if err := draw(filepath.Join(narrow, c.file), append([]string{c.args[0], "--narrow"}, c.args[1:]...)...); err != nil {
				return err
			}
		}
	}
	for _, folder := range []string{folder, narrow} {
		if err := nameFields(filepath.Join(folder, "threats.svg")); err != nil {
			return err
		}
	}
	for name, draw := range drawings {
		wide := 2
		if name == "strip" {
			wide = 4
		}
		for perRow, folder := range map[int]string{1: narrow, wide: folder} {
			var b bytes.Buffer
			if err := draw().Layout(perRow).Write(&b); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if err := os.WriteFile(filepath.Join(folder, name+".svg"), b.Bytes(), 0o644); err != nil {
				return err
			}
		}
	}
	for name, draw := range flows {
		for isNarrow, folder := range map[bool]string{true: narrow, false: folder} {
			if err := os.WriteFile(filepath.Join(folder, name+".svg"), []byte(draw(isNarrow)), 0o644); err != nil {
				return err
			}
		}
	}
	return writeReference(folder)
}

// nameFields replaces the command's names of sets in a picture by the fields of quad.Legality, for readers of Go.
func nameFields(file string) error {
	picture, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	fields := strings.NewReplacer(">danger<", ">Danger<", ">pinned<", ">Pinned<", ">checkmask<", ">CheckMask<")
	return os.WriteFile(file, []byte(fields.Replace(string(picture))), 0o644)
}
