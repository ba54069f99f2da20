// Command pictures makes the page and the pictures of docs, in the folder that is its
// argument.
//
//	go run -C docs ./pictures .
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
)

// commands are the files that the command koggestone makes, with its arguments; the
// last is a flag that the file's name follows.
var commands = []struct {
	file string
	args []string
}{
	{"index.html", []string{"trace", "--html"}},
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

// write writes all files to folder.
func write(folder string) error {
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
	for _, c := range commands {
		run := exec.Command(command, append(c.args, filepath.Join(folder, c.file))...)
		run.Stderr = os.Stderr
		if err := run.Run(); err != nil {
			return fmt.Errorf("%s: %w", c.file, err)
		}
	}
	return nil
}
