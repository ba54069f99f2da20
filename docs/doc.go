// Package docs tests the page of this folder in a browser. The page and the pictures are made
// by make docs.
package docs
