// Package cputime is the clock of benchmarks: CPU time on Unix, and elsewhere the time that passes.
package cputime
