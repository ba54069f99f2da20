package cli

import (
	"bytes"
	"regexp"
	"runtime"
	"testing"
)

// The message of an interrupt is the last one, although other goroutines go on writing messages.
func TestLastMessage(t *testing.T) {
	var errs bytes.Buffer
	s := &Streams{messages: &messageWriter{w: &errs}}
	s.Err = s.messages
	defer s.IfInterrupted("the rest was not counted")()
	started := make(chan bool)
	const writers = 4
	for range writers {
		go func() {
			WriteMessage(s.Err, "a message")
			for started <- true; ; {
				WriteMessage(s.Err, "another message")
			}
		}()
	}
	for range writers {
		<-started
	}
	(*onInterrupt.Load())()
	for range 1000 {
		runtime.Gosched()
	}
	if text := errs.String(); !regexp.MustCompile(`^(koggestone: (a|another) message\n)+koggestone: interrupted after [0-9.]+ s: the rest was not counted\n$`).MatchString(text) {
		t.Errorf("%q", text[max(0, len(text)-500):])
	}
}
