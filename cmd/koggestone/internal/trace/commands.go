// Package trace implements the commands trace and network.
package trace

// Commands are the commands of this package.
type Commands struct {
	Trace   traceCmd   `cmd:"" help:"Show an occluded fill step by step, with its generator and propagator."`
	Network networkCmd `cmd:"" help:"Draw a parallel-prefix network, and the inputs on which an output depends."`
}
