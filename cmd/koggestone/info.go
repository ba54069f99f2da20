package main

type benchCmd struct{}

func (*benchCmd) Run(s *streams) error { return nil }

type infoCmd struct{}

func (*infoCmd) Run(s *streams) error { return nil }
func demo(s *streams) error           { return nil }
