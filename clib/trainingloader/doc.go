// Command trainingloader is libtraining_data_loader.so, a data loader for nnue-pytorch. make loader
// builds it with cgo. training_data_loader.h documents the functions that nnue-pytorch calls, and
// docs/training.md describes how to use it.
//
// Each function of the header is defined in api.c. It calls the exported Go function with the
// prefix kg, so the C compiler compares the declarations of both. Go functions run under guard,
// which prints an error or a panic and returns NULL.
package main

func main() {}
