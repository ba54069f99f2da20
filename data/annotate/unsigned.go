package annotate

import (
	"cmp"
	"fmt"
	"math"
	"math/big"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/koggestone/koggestone/data/columns"
)

// An unsigned patches an expression. Numbers of 64 bits without a sign, for example sets of
// squares and keys, are int in expressions because the language has no uint64. Therefore
// operators that depend on the sign are replaced by calls of unsigned functions.
type unsigned struct {
	names map[string]bool
	nodes map[ast.Node]bool // with unsigned values
}

func newUnsigned(f *Filter) *unsigned {
	u := &unsigned{names: map[string]bool{}, nodes: map[ast.Node]bool{}}
	for _, k := range f.columns {
		if c := f.all[k]; c.Kind == columns.Set || c.Kind == columns.Number {
			u.names[c.Name] = true
		}
	}
	return u
}

// The names of the functions that operators become; no expression can contain them.
const (
	compareName  = "compare numbers"
	unsignedName = "number without a sign"
)

// Visit patches a node, after its children.
func (u *unsigned) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.IdentifierNode:
		u.nodes[n] = u.names[n.Value]
	case *ast.MemberNode:
		u.nodes[n] = u.nodes[n.Node]
	case *ast.ChainNode:
		u.nodes[n] = u.nodes[n.Node]
	case *ast.ConditionalNode:
		if u.nodes[n.Exp1] != u.nodes[n.Exp2] {
			u.widen(&n.Exp1)
			u.widen(&n.Exp2)
		}
		u.nodes[n] = u.nodes[n.Exp1] && u.nodes[n.Exp2]
	case *ast.UnaryNode:
		if n.Operator == "-" {
			u.widen(&n.Node)
		}
		u.nodes[n] = u.nodes[n.Node]
	case *ast.BinaryNode:
		u.binary(node, n)
	case *ast.BuiltinNode:
		u.widenAll(n.Arguments)
	case *ast.CallNode:
		if name, ok := n.Callee.(*ast.IdentifierNode); ok && name.Value != "popcount" && name.Value != compareName && name.Value != unsignedName {
			u.widenAll(n.Arguments)
		}
	}
}

func (u *unsigned) binary(node *ast.Node, n *ast.BinaryNode) {
	left, right := u.nodes[n.Left], u.nodes[n.Right]
	if !left && !right {
		return
	}
	switch n.Operator {
	case "+", "-", "*": // the same bits with and without a sign
		u.nodes[n] = true
	case "<", "<=", ">", ">=", "==", "!=":
		arguments := []ast.Node{n.Left, &ast.BoolNode{Value: left}, n.Right, &ast.BoolNode{Value: right}}
		order := &ast.CallNode{Callee: &ast.IdentifierNode{Value: compareName}, Arguments: append(arguments, &ast.StringNode{Value: n.Operator})}
		ast.Patch(node, order)
	case "%":
		ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: unsignedName}, Arguments: []ast.Node{n.Left, &ast.BoolNode{Value: left}, n.Right, &ast.BoolNode{Value: right}}})
		u.nodes[*node] = true
	case "/", "**", "^":
		u.widen(&n.Left)
		u.widen(&n.Right)
	}
}

// widen converts an unsigned value to float64.
func (u *unsigned) widen(node *ast.Node) {
	if u.nodes[*node] {
		ast.Patch(node, &ast.CallNode{Callee: &ast.IdentifierNode{Value: unsignedName}, Arguments: []ast.Node{*node}})
	}
}

func (u *unsigned) widenAll(nodes []ast.Node) {
	for k := range nodes {
		u.widen(&nodes[k])
	}
}

// numberOf returns a value as a number.
func numberOf(v any, isUnsigned bool) (*big.Float, error) {
	x := new(big.Float).SetPrec(128)
	switch v := v.(type) {
	case int:
		if isUnsigned {
			return x.SetUint64(uint64(v)), nil
		}
		return x.SetInt64(int64(v)), nil
	case float64:
		if !math.IsNaN(v) {
			return x.SetFloat64(v), nil
		}
	}
	return nil, fmt.Errorf("expected a number, found %v", v)
}

var compareFunction = expr.Function(compareName, func(args ...any) (any, error) {
	operator := args[4].(string)
	x, ok := args[0].(int)
	y, isInt := args[2].(int)
	var order int
	if ok && isInt && args[1].(bool) && args[3].(bool) {
		order = cmp.Compare(uint64(x), uint64(y))
	} else {
		a, err := numberOf(args[0], args[1].(bool))
		var b *big.Float
		if err == nil {
			b, err = numberOf(args[2], args[3].(bool))
		}
		switch {
		case err == nil:
			order = a.Cmp(b)
		case operator == "==":
			return false, nil
		case operator == "!=":
			return true, nil
		default:
			return nil, err
		}
	}
	switch operator {
	case "<":
		return order < 0, nil
	case "<=":
		return order <= 0, nil
	case ">":
		return order > 0, nil
	case ">=":
		return order >= 0, nil
	case "==":
		return order == 0, nil
	}
	return order != 0, nil
}, new(func(any, bool, any, bool, string) bool))

// unsignedFunction converts one unsigned value to float64, or returns the remainder of a
// division of two.
var unsignedFunction = expr.Function(unsignedName, func(args ...any) (any, error) {
	if len(args) == 1 {
		x, ok := args[0].(int)
		if !ok {
			return args[0], nil
		}
		return float64(uint64(x)), nil
	}
	x, isInt := args[0].(int)
	y, ok := args[2].(int)
	if !isInt || !ok || y == 0 || !args[1].(bool) && x < 0 || !args[3].(bool) && y < 0 {
		return nil, fmt.Errorf("the rest of %v by %v: expected a whole number above 0", args[0], args[2])
	}
	return int(uint64(x) % uint64(y)), nil
}, new(func(any) float64), new(func(any, bool, any, bool) int))
