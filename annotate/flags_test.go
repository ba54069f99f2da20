package annotate

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/annotate/internal/registry"
)

// The default of --columns is the list that notes of the library compare with it.
func TestDefaultColumns(t *testing.T) {
	field, _ := reflect.TypeFor[Flags]().FieldByName("Columns")
	if got := field.Tag.Get("default"); got != DefaultColumns {
		t.Errorf("%s, want %s", got, DefaultColumns)
	}
}

// Errors name flags, also errors from the packages below, and can still be compared with the
// library's errors.
func TestFlagError(t *testing.T) {
	_, err := registry.Open("-", strings.NewReader("a\n"), records.InputOptions{Format: "chess"})
	if got := FlagError(err); got == nil || !strings.Contains(got.Error(), ": --from: expected one of fen") || !errors.Is(got, err) {
		t.Errorf("%v", got)
	}
	if _, err := (Flags{}).Task("x.npy"); err == nil || !strings.HasPrefix(err.Error(), "--out: expected an extension of .csv") {
		t.Errorf("%v", err)
	}
	plain := errors.New("no option")
	if FlagError(plain) != plain || FlagError(nil) != nil {
		t.Error("an error without options changes")
	}
}
