package main

import (
	"fmt"
	"reflect"
	"strings"
	"unicode"

	"github.com/koggestone/koggestone/internal/layout"
)

// structs lists the structs that kernels and C files share.
var structs = []any{
	layout.PairList[uint32]{}, layout.PairDeltas[uint32]{}, layout.PairLine{}, layout.PairTables{},
	layout.FeatureTables{}, layout.FeatureDeltas{}, layout.FeatureList{},
	layout.FeaturePlace{}, layout.SquareLines{}, layout.FeatureOrder{}, layout.RowWork{},
}

// cStructs returns the structs in C, with the same offsets as in Go.
func cStructs() string {
	var w strings.Builder
	for _, s := range structs {
		t := reflect.TypeOf(s)
		name := structName(t)
		fmt.Fprintf(&w, "\n/* %s of Go. */\ntypedef struct {\n", t.Name())
		for i := range t.NumField() {
			f := t.Field(i)
			field := snake(f.Name)
			if f.Name == "_" {
				field = fmt.Sprint("reserved", i)
			}
			element, dims := f.Type, ""
			for element.Kind() == reflect.Array {
				dims += fmt.Sprintf("[%d]", element.Len())
				element = element.Elem()
			}
			if strings.HasPrefix(dims, "[0]") {
				continue
			}
			fmt.Fprintf(&w, "\t%s %s%s;\n", cName(element), field, dims)
		}
		fmt.Fprintf(&w, "} %s;\n", name)
		fmt.Fprintf(&w, "typedef char %s_has_the_size_of_go[sizeof(%s) == %d ? 1 : -1];\n", name, name, t.Size())
	}
	return w.String()
}

// cName returns the C type of a field without its dimensions.
func cName(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "int64_t"
	case reflect.Struct:
		return structName(t)
	}
	return t.Kind().String() + "_t"
}

func structName(t reflect.Type) string {
	name, _, _ := strings.Cut(t.Name(), "[")
	return "ks_" + snake(name)
}

// snake returns a name of Go in lower case, with a line before each word but the first.
func snake(name string) string {
	var w strings.Builder
	for i, r := range name {
		if i > 0 && unicode.IsUpper(r) {
			w.WriteByte('_')
		}
		w.WriteRune(unicode.ToLower(r))
	}
	return w.String()
}
