package records

import (
	"math"
	"testing"
)

func TestEvaluation(t *testing.T) {
	for text, want := range map[string]float64{"#1": 999, "#-500": -500, "#99999": 500, "#-9999999999": -500, "327.68": 327.68} {
		if x := evaluation([]byte(text), 0); x != want {
			t.Errorf("eval %s is %v, want %v", text, x, want)
		}
	}
	for _, text := range []string{"#", "#x", "#99999999999999999999", "1001", "nan", ""} {
		if x := evaluation([]byte(text), 0); !math.IsNaN(x) {
			t.Errorf("eval %q is %v", text, x)
		}
	}
	for text, valid := range map[string]bool{"1": true, "+1.": true, "-.5": true, "#+3": true, "1_0": false, "1e2": false, "0x1p1": false, "Inf": false, "+-1": false, "#1_0": false, ".": false} {
		if x := evaluation([]byte(text), 0); math.IsNaN(x) == valid {
			t.Errorf("eval %s: %v", text, x)
		}
	}
}
