// Package check implements the commands verify, bench and info.
package check

// Commands are the commands of this package.
type Commands struct {
	Verify verifyCmd `cmd:"" help:"Compare every function on every path with an oracle."`
	Bench  benchCmd  `cmd:"" help:"Measure every function on every path of this CPU."`
	Info   infoCmd   `cmd:"" help:"Show the version, the CPU, and the selected path."`
}
