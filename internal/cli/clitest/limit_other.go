//go:build !linux

package clitest

func limitProcess() {}
