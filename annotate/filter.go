package annotate

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/types"
	"github.com/expr-lang/expr/vm"
	"github.com/koggestone/koggestone/annotate/internal/records"
	"github.com/koggestone/koggestone/data/columns"
	"github.com/koggestone/koggestone/internal/quote"
)

// A rowFilter selects the rows where an expression is true. It is not safe for concurrent
// use.
type rowFilter struct {
	program *vm.Program
	all     []*columns.Column // computed columns
	fields  []int             // indices of the named fields in the schema
	columns []int             // indices of the named columns in all
	fen     bool
	vm      vm.VM
	env     map[string]any

	absent map[int]operation // operations with fields, by their offset in the expression
}

// An operation is a comparison or a calculation that has no result if one of its fields has no value.
type operation struct {
	fields []string
	mended string // the operation with a value in place of a missing one
}

// longestExpression is the maximum length of an expression in bytes.
const longestExpression = 1 << 14

// newFilter compiles an expression in the language of expr-lang.org over a schema's fields
// and columns. Sets of squares and keys can only be compared as a whole, but popcount(set)
// counts the squares. A field is a number if its text is a number. On 32-bit systems a
// 64-bit column is an error, because its values would not fit.
func newFilter(text string, s *records.Schema) (*rowFilter, error) {
	if len(text) > longestExpression {
		return nil, fmt.Errorf("expected at most %d bytes, found %d", longestExpression, len(text))
	}
	f := &rowFilter{env: map[string]any{}}
	env := types.Map{}
	words := wordsOf(text)
	for k, field := range s.Fields {
		if words[field.Name] {
			f.fields = append(f.fields, k)
			env[field.Name] = types.Any
		}
	}
	f.all = slices.Concat(s.Columns, s.Unwritten)
	for k, c := range f.all {
		if words[c.Name] {
			if strconv.IntSize < 64 && hasWords(c) {
				return nil, fmt.Errorf("expected columns of at most %d bits on this system, found %s", strconv.IntSize, c.Name)
			}
			f.columns = append(f.columns, k)
			env[c.Name] = typeOf(c)
		}
	}
	if f.fen = s.FEN && words["fen"]; f.fen {
		env["fen"] = types.String
	}
	c := &checker{env: env, sets: map[string]bool{}, set: map[ast.Node]bool{}, absent: map[int]operation{}}
	for _, k := range f.columns {
		c.sets[f.all[k].Name] = hasWords(f.all[k])
	}
	options := []expr.Option{
		expr.Env(env),
		expr.AsBool(),
		expr.DisableAllBuiltins(),
		expr.Patch(c),
		expr.Function("popcount", func(args ...any) (any, error) { return bits.OnesCount64(uint64(args[0].(int))), nil }, new(func(int) int)),
	}
	for _, name := range []string{"abs", "min", "max", "len", "lower", "upper", "trim", "int", "float", "floor", "ceil", "round"} {
		options = append(options, expr.EnableBuiltin(name))
	}
	program, err := expr.Compile(text, options...)
	if c.unknown != "" && c.err == nil {
		return nil, unknownName(c.unknown)
	}
	if err != nil {
		problem, _, _ := strings.Cut(err.Error(), "\n") // the next lines point to a place in the expression
		if strings.Contains(problem, `Operator("=")`) {
			problem += "; write == to compare"
		}
		return nil, errors.New("expected an expression that is true or false: " + problem)
	}
	if c.err != nil {
		return nil, c.err
	}
	f.program, f.absent = program, c.absent
	return f, nil
}

// A checker refuses some parts of an expression: loops, because they could run long or use much
// memory, and arithmetic with sets of squares and keys. The language has no uint64, so these are
// int, and would be negative if the highest bit is set.
type checker struct {
	sets map[string]bool   // names of columns with sets or keys
	set  map[ast.Node]bool // nodes that are sets or keys
	err  error             // the error of the first part that is refused

	env     types.Map
	absent  map[int]operation // as in rowFilter
	unknown string            // the first name that env lacks; the compiler does not check names inside calls
}

// An unknownName is the error of an expression that contains a name of no column and no field.
type unknownName string

func (n unknownName) Error() string { return "unknown name " + string(n) }

// suggest adds to an error about an unknown name a similar name, or the fields of the input.
func suggest(err error, fields []records.Field) error {
	name, ok := err.(unknownName)
	if !ok {
		return err
	}
	var names, all []string
	for _, f := range fields {
		if names = append(names, f.Name); f.Name == string(name) {
			return fmt.Errorf("%w: Task.Carry leaves out this field", err)
		}
	}
	for _, c := range columns.All() {
		all = append(all, c.Name)
	}
	if near := quote.Closest(string(name), append(all, names...)); near != "" {
		return fmt.Errorf("%w; did you mean %s?", err, near)
	}
	if len(names) == 0 {
		names = []string{"none"}
	}
	return fmt.Errorf("%w; fields of the input: %s; columns.All shows the columns", err, records.ShownNames(names))
}

var (
	errLoop = errors.New("expected an expression without loops, ranges and variables")
	errSet  = errors.New("expected sets and keys only with ==, !=, in and popcount(set), for example popcount(checkers) > 1")
)

// Visit checks a node after its children.
func (c *checker) Visit(node *ast.Node) {
	refuse := func(wrong bool, err error) {
		if wrong && c.err == nil {
			c.err = err
		}
	}
	switch n := (*node).(type) {
	case *ast.PredicateNode, *ast.VariableDeclaratorNode: // let a = fen + fen; let b = a + a; ...
		refuse(true, errLoop)
	case *ast.IdentifierNode:
		c.set[n] = c.sets[n.Value]
		if _, known := c.env[n.Value]; !known && n.Value != "popcount" && c.unknown == "" {
			c.unknown = n.Value
		}
	case *ast.MemberNode:
		c.set[n] = c.set[n.Node]
	case *ast.ConditionalNode:
		c.set[n] = c.set[n.Exp1] || c.set[n.Exp2]
	case *ast.UnaryNode:
		refuse(c.set[n.Node], errSet)
	case *ast.BinaryNode:
		refuse(n.Operator == "..", errLoop)
		c.mend(n)
		refuse((c.set[n.Left] || c.set[n.Right]) && n.Operator != "==" && n.Operator != "!=" && n.Operator != "in", errSet)
	case *ast.BuiltinNode:
		refuse(n.Name != "len" && slices.ContainsFunc(n.Arguments, func(a ast.Node) bool { return c.set[a] }), errSet)
	}
}

// mend records an operation that fails if a field has no value.
func (c *checker) mend(n *ast.BinaryNode) {
	if !slices.Contains([]string{"<", "<=", ">", ">=", "+", "-", "*", "/", "%", "**", "^"}, n.Operator) {
		return
	}
	var op operation
	side := func(node, other ast.Node) string {
		name, ok := node.(*ast.IdentifierNode)
		if !ok || c.env[name.Value] != types.Any {
			return node.String()
		}
		instead := "0"
		if _, text := other.(*ast.StringNode); text {
			instead = `""`
		}
		op.fields = append(op.fields, name.Value)
		return "(" + name.Value + " ?? " + instead + ")"
	}
	op.mended = side(n.Left, n.Right) + " " + n.Operator + " " + side(n.Right, n.Left)
	if len(op.fields) > 0 {
		c.absent[n.Location().From] = op
	}
}

// explain returns the error of a row, or if an operation failed because a field has no value, an error that names the field.
func (f *rowFilter) explain(err error) error {
	var at *file.Error
	if errors.As(err, &at) {
		op := f.absent[at.From]
		for _, name := range op.fields {
			if f.env[name] == nil {
				return fmt.Errorf("the field %s has no value in this row: write %s", name, op.mended)
			}
		}
	}
	return err
}

// hasWords reports whether a column has unsigned 64-bit values.
func hasWords(c *columns.Column) bool { return c.Kind == columns.Set || c.Kind == columns.Number }

// typeOf returns the type that valueOf returns.
func typeOf(c *columns.Column) types.Type {
	switch {
	case c.Width > 1:
		return types.Array(types.Int)
	case c.Kind == columns.Bool:
		return types.Bool
	case c.Kind == columns.Enum:
		return types.String
	}
	return types.Int
}

// clone returns a filter for another goroutine.
func (f *rowFilter) clone() *rowFilter {
	if f == nil {
		return nil
	}
	c := *f
	c.vm, c.env = vm.VM{}, map[string]any{}
	return &c
}

// keep removes the rows of t where the expression is false. If the expression has no value for a row, keep returns
// that row.
func (f *rowFilter) keep(t *records.Table) *records.Reject {
	kept := t.Rows[:0]
	for _, i := range t.Rows {
		for _, k := range f.fields {
			f.env[t.Schema.Fields[k].Name] = fieldValue(t.Value(i, k))
		}
		for _, k := range f.columns {
			c := f.all[k]
			f.env[c.Name] = valueOf(c, &t.Data[k], int(i))
		}
		if f.fen {
			f.env["fen"] = string(t.FEN(i))
		}
		wanted, err := f.vm.Run(f.program, f.env)
		if err != nil {
			p := t.Block.Position(int(i))
			r := t.Problem(i, fmt.Errorf("Task.Where: %s: %w", p.FEN(), f.explain(err)))
			return &r
		}
		if wanted.(bool) {
			kept = append(kept, i)
		}
	}
	t.Rows = kept
	return nil
}

// fieldValue returns a field's value in an expression: nil if there is none or it is NaN, a number if
// the text is a number, and otherwise the text. If the text is in quotation marks, it is JSON, where
// 1\/2 means 1/2.
func fieldValue(value any) any {
	text, ok := value.([]byte)
	if !ok {
		return value
	}
	if len(text) == 0 || string(text) == "null" {
		return nil
	}
	s := string(text)
	if n, err := strconv.ParseInt(s, 10, 64); err == nil {
		return int(n)
	}
	if x, err := strconv.ParseFloat(s, 64); err == nil {
		if math.IsNaN(x) { // pandas writes a missing number as NaN
			return nil
		}
		return x
	}
	if s[0] == '"' {
		var plain string
		if json.Unmarshal(text, &plain) == nil {
			return plain
		}
	}
	return s
}

func valueOf(c *columns.Column, d *columns.Data, i int) any {
	if c.Width > 1 {
		var words []int
		for _, w := range d.Words[i*c.Width : (i+1)*c.Width] {
			words = append(words, int(w))
		}
		return words
	}
	switch c.Kind {
	case columns.Bool:
		return d.Bytes[i] != 0
	case columns.Byte:
		return int(d.Bytes[i])
	case columns.Enum:
		return c.Values[d.Bytes[i]]
	case columns.Count:
		return int(d.Counts[i])
	}
	return int(d.Words[i])
}

// columnsNamed returns the columns that an expression names, except for the given ones.
func columnsNamed(text string, given []*columns.Column) []*columns.Column {
	var named []*columns.Column
	words := wordsOf(text)
	for _, c := range columns.All() {
		if words[c.Name] && !slices.Contains(given, c) {
			named = append(named, c)
		}
	}
	return named
}

// wordsOf returns all words in an expression, including the names of fields and columns.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for _, word := range strings.FieldsFunc(text, func(c rune) bool {
		return c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c)
	}) {
		words[word] = true
	}
	return words
}
