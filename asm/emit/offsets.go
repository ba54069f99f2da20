package emit

import (
	"fmt"
	"reflect"
)

// Offsets returns a function that returns the offset in bytes of a field of T, by its name.
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
