//go:build amd64 && !amd64.v3

package movegen

// slowScans means that a multiplication is faster than bits.TrailingZeros64. Without TZCNT, which GOAMD64=v3
// allows, a scan takes four cycles on AMD's Zen 3.
const slowScans = true
