package emit

import (
	"fmt"
	"reflect"
)

// Offsets returns a function that maps a field's name to its offset in T, in bytes.
func Offsets[T any]() func(field string) int {
	t := reflect.TypeFor[T]()
	return func(field string) int {
		f, ok := t.FieldByName(field)
		if !ok {
			panic(fmt.Sprintf("emit: %v has no field %s", t, field))
		}
		return int(f.Offset)
	}
}
