// The mutation operators of a run: all of Stryker's, and our own, which remove a single statement or condition (Stryker removes only whole
// blocks and comparisons). Stryker calls an operator a mutator: given a path of the syntax tree, it yields replacements of that node.

/** Names of logging functions. Texts of log messages and of errors for developers are not visible behavior, so they are not changed. */
const LOGS = /^(trace|debug|info|warn|error|fatal)$/;
const isLogLine = (node) =>
  node.type === 'CallExpression' && node.callee.type === 'MemberExpression' && LOGS.test(node.callee.property.name ?? '');

const loc = (node) => ({ start: node.start, end: node.end, loc: node.loc });

/** Removes statements such as `save(row);` and `throw …;`. Stryker's own operator already empties blocks with one statement. */
const statementRemoval = {
  name: 'StatementRemoval',
  *mutate({ node, parent }) {
    if (node.type !== 'ExpressionStatement' && node.type !== 'ThrowStatement') return;
    if (node.type === 'ExpressionStatement' && node.expression.type === 'CallExpression' && node.expression.callee.type === 'Super') return;
    if (node.type === 'ExpressionStatement' && isLogLine(node.expression)) return;
    if (parent.type === 'BlockStatement' && parent.body.length === 1) return;
    yield { type: 'EmptyStatement', ...loc(node) };
  },
};

const COMPARISONS = new Set(['!=', '!==', '<', '<=', '==', '===', '>', '>=']);
/** Returns whether Stryker already replaces the expression by `true` or `false`. */
const isReplacedByStryker = (node) =>
  (node.type === 'BinaryExpression' && COMPARISONS.has(node.operator)) || (node.type === 'LogicalExpression' && node.operator !== '??');

/** Replaces `a && b` by `a` or `b`, and `a ? b : c` by `b` or `c`; removes one condition of `and(a, b)`. */
const conditionRemoval = {
  name: 'ConditionRemoval',
  *mutate({ node }) {
    if (node.type === 'LogicalExpression' && node.operator !== '??') {
      if (!isReplacedByStryker(node.left)) yield node.right;
      if (!isReplacedByStryker(node.right)) yield node.left;
    }
    if (node.type === 'LogicalExpression' && node.operator === '??') {
      // The fallback in `list[i] ?? 0` usually only satisfies the compiler, because `i` is within the list. So it is not replaced.
      if (!(node.left.type === 'MemberExpression' && node.left.computed)) yield node.left;
      yield node.right;
    }
    if (node.type === 'ConditionalExpression') {
      yield node.consequent;
      yield node.alternate;
    }
    if (node.type === 'CallExpression' && /^(and|or)$/.test(node.callee.name ?? '') && node.arguments.length > 1) {
      for (const left of node.arguments) yield { ...node, arguments: node.arguments.filter((argument) => argument !== left) };
    }
  },
};

/** Placeholder of an expression in the joined texts of a template, so that a clause can be matched across expressions. */
const HOLE = /\u0001(\d+)\u0001/g;
const CLAUSE_END = '(?=\\s+(?:and|or|order\\s+by|group\\s+by|limit|returning|for\\s+update|on\\s+conflict|having|union)\\b|\\)|\\s*$)';
const CONDITION = new RegExp(`\\s+and\\s+(?:not\\s+)?(?:exists\\s*)?(?:[^()]|\\([^()]*\\))+?${CLAUSE_END}`, 'gi');
const FIRST_CONDITION = new RegExp('\\bwhere\\s+(?:[^()]|\\([^()]*\\))+?\\s+and\\s+', 'gi');

const toTemplate = (node, text) => {
  const quasis = [];
  const expressions = [];
  let end = 0;
  for (const hole of text.matchAll(HOLE)) {
    quasis.push(text.slice(end, hole.index));
    expressions.push(node.quasi.expressions[Number(hole[1])]);
    end = hole.index + hole[0].length;
  }
  quasis.push(text.slice(end));
  const elements = quasis.map((raw, index) => ({
    type: 'TemplateElement',
    value: { raw, cooked: raw },
    tail: index === quasis.length - 1,
  }));
  return { ...node, quasi: { ...node.quasi, quasis: elements, expressions } };
};

/** Removes one condition of an SQL query, such as `and not exists (…)`, or its lock. */
const sqlConditionRemoval = {
  name: 'SqlConditionRemoval',
  *mutate({ node }) {
    if (node.type !== 'TaggedTemplateExpression' || node.tag.name !== 'sql') return;
    const { quasis } = node.quasi;
    const text = quasis.map(({ value }, index) => `${value.raw}${index < quasis.length - 1 ? `\u0001${index}\u0001` : ''}`).join('');
    for (const found of text.matchAll(CONDITION))
      yield toTemplate(node, text.slice(0, found.index) + text.slice(found.index + found[0].length));
    for (const found of text.matchAll(FIRST_CONDITION))
      yield toTemplate(node, `${text.slice(0, found.index)}where ${text.slice(found.index + found[0].length)}`);
    for (const found of text.matchAll(/\s+for update(?: of \w+)?(?: skip locked)?/gi))
      yield toTemplate(node, text.slice(0, found.index) + text.slice(found.index + found[0].length));
  },
};

export const ownOperators = [statementRemoval, conditionRemoval, sqlConditionRemoval];

export const ignorers = [
  {
    shouldIgnore: ({ node }) => {
      if (isLogLine(node)) return 'a line of the log';
      if (node.type === 'NewExpression' && node.callee.name === 'Error') return 'the text of an error for programmers';
      return undefined;
    },
  },
];
