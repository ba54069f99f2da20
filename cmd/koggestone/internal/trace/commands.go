// Package trace is the commands trace and network.
package trace

// Commands are the commands of this package.
type Commands struct {
	Trace   traceCmd   `cmd:"" help:"Show an occluded fill step by step: generator and propagator."`
	Network networkCmd `cmd:"" help:"Draw a network of # operators, and what an output of it depends on."`
}
