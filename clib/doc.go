// Package clib contains the C libraries in libkoggestone and trainingloader and tests of them: C programs
// that use them, and their headers.
package clib
