package main

import (
	"testing"

	"github.com/koggestone/koggestone/internal/cli/clitest"
)

func TestCommandLine(t *testing.T) { clitest.CommandLines(t, program) }
