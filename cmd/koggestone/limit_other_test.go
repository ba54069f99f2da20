//go:build !linux

package main

func limitProcess() {}
