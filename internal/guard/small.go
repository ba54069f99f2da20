package guard

import "unsafe"

// A Small is an element smaller than a word.
type Small interface{ ~uint8 | ~uint16 | ~uint32 }

// SmallAtStart returns the first n elements of b's memory: the byte before them is
// inaccessible.
func SmallAtStart[T Small](b *Buffer, n int) []T { return small[T](b)[:n:n] }

// SmallAtEnd returns the last n elements of b's memory: the byte after them is
// inaccessible.
func SmallAtEnd[T Small](b *Buffer, n int) []T {
	all := small[T](b)
	return all[len(all)-n : len(all) : len(all)]
}

func small[T Small](b *Buffer) []T {
	var element T
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b.words))), len(b.words)*8/int(unsafe.Sizeof(element)))
}
