package tree

import "time"

var begin = time.Now()
