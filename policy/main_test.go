package policy

import (
	"os"
	"testing"

	"github.com/koggestone/koggestone/internal/pathtest"
)

func TestMain(m *testing.M) { os.Exit(pathtest.Main(m)) }
