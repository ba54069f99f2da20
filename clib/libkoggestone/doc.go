// Command libkoggestone is the C library of koggestone. make lib builds it as a shared and as a
// static library, with cgo. koggestone.h documents the functions.
//
// Each function of koggestone.h is defined in calls.h, which make generate writes. It calls the
// exported Go function with the prefix kg, so the C compiler compares the declarations of both. Go
// functions run under guard, which converts panics to error codes.
package main

//go:generate go run ../internal/calls koggestone.h calls.h ../../python/koggestone/_functions.py

func main() {}
