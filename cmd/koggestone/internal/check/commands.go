// Package check is the commands verify, bench and info.
package check

// Commands are the commands of this package.
type Commands struct {
	Verify verifyCmd `cmd:"" help:"Check every function on every path of this CPU against a ray-walk oracle."`
	Bench  benchCmd  `cmd:"" help:"Time every function on every path of this CPU."`
	Info   infoCmd   `cmd:"" help:"Show version, CPU, and which path runs and why."`
}
