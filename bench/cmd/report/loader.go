package main

import (
	"fmt"
	"math"
	"strings"
)

// loaderQuestion returns the feature set, the filter and the number of cores of a data loader.
func loaderQuestion(s *series) string {
	return s.keys["features"] + " " + s.keys["filter"] + " " + s.keys["cores"]
}

// loaderRivals returns the CPU time of the fastest other loader for each question.
func (p *page) loaderRivals() map[string]float64 {
	rivals := map[string]float64{}
	for _, s := range p.loader.of("Loader") {
		ns, old := s.in("cpu-ns/op").median, rivals[loaderQuestion(s)]
		if strings.HasPrefix(s.keys["by"], "nnue-pytorch") && (old == 0 || ns < old) {
			rivals[loaderQuestion(s)] = ns
		}
	}
	return rivals
}

// loaderRange returns how many times as fast as the fastest other loader ours is: the least and the most of all questions.
func (p *page) loaderRange() (least, most float64) {
	rivals := p.loaderRivals()
	least = math.Inf(1)
	for _, s := range p.loader.of("Loader") {
		if factor := rivals[loaderQuestion(s)] / s.in("cpu-ns/op").median; s.keys["by"] == "koggestone" && factor > 0 {
			least, most = min(least, factor), max(most, factor)
		}
	}
	return least, most
}

// loaders returns the comparison of data loaders.
func (p *page) loaders() (string, error) {
	all := p.loader.of("Loader")
	rivals := p.loaderRivals()
	byName := map[string]*series{}
	for _, s := range all {
		byName[loaderQuestion(s)+s.keys["by"]] = s
	}
	t := table{left: 2}
	t.add("features", "filter", "koggestone", "fastest nnue-pytorch", "times as fast", "nnue-pytorch as built", "MiB", "its MiB", "first batch, s", "its, s")
	for _, s := range all {
		if s.keys["by"] != "koggestone" {
			continue
		}
		ns, built := s.in("cpu-ns/op").median, byName[loaderQuestion(s)+"nnue-pytorch"]
		filter := s.keys["filter"]
		if s.keys["cores"] != "1" {
			filter += ", " + s.keys["cores"] + " cores"
		}
		t.add(s.keys["features"], filter, figure(ns), figure(rivals[loaderQuestion(s)]), times(rivals[loaderQuestion(s)]/ns), figure(built.in("cpu-ns/op").median),
			figure(s.in("rss-bytes").median/(1<<20)), figure(built.in("rss-bytes").median/(1<<20)), figure(s.in("first-sec").median), figure(built.in("first-sec").median))
	}
	return fmt.Sprintf("%s; batches of %s:\n\n%s", p.source(p.loader, all), p.loader.config("size"), t.String()), nil
}
