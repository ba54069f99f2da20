// Package clib contains the C library in libkoggestone and tests of it: a C program that uses it,
// and its header.
package clib
