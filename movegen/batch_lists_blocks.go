//go:build (amd64 || arm64) && gc && !purego

package movegen

import "github.com/koggestone/koggestone/internal/layout"

// fewListed is the largest number of positions that are listed one by one, not in a block.
const fewListed = 4

// rowSelection returns s in the form of the kernels that compute rows.
func rowSelection(s Selection) layout.RowSelection {
	return layout.RowSelection{
		layout.RowCaptures: -uint64(s & Captures),
		layout.RowQuiets:   -uint64(s / Quiets & 1),
		layout.RowQueens:   -uint64(s / QueenPromotions & 1),
		layout.RowLesser:   -uint64(s / Underpromotions & 1),
		layout.RowOwn:      1,
	}
}
