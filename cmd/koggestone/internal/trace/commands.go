// Package trace implements the commands trace and network.
package trace

// Commands are the commands of this package.
type Commands struct {
	Trace   traceCmd   `cmd:"" help:"Show an occluded fill step by step."`
	Network networkCmd `cmd:"" help:"Draw a parallel-prefix network and what an output depends on."`
}
