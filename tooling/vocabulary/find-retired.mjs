// Finds retired terms (retired-terms.mjs) in one file. In source files: declared names, keys of object literals, comments, test titles, names
// of test cases and reasons in tests, messages of errors and of the log, and the file's own name. In CSS modules: class names. In
// migrations: names of tables, columns, indexes, functions and triggers. In documents: prose.
import { parseSync } from 'oxc-parser';
import { retiredTerms } from './retired-terms.mjs';

/**
 * Returns the words of an identifier or file name, in lower case, separated by spaces: `keptBooks` and `kept-books` become "kept books".
 */
export const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .join(' ')
    .trim()
    .toLowerCase();

const TITLED = new Set(['test', 'it', 'describe']);
const NAMED = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSEnumDeclaration',
]);
const KEYED = new Set(['TSPropertySignature', 'TSMethodSignature', 'PropertyDefinition', 'MethodDefinition']);

/** Calls `add` for each identifier that a destructuring pattern declares. */
const collectPattern = (node, add) => {
  if (node === null || node === undefined) return;
  if (node.type === 'Identifier') add(node);
  else if (node.type === 'ObjectPattern') for (const property of node.properties) collectPattern(property.value ?? property.argument, add);
  else if (node.type === 'ArrayPattern') for (const element of node.elements) collectPattern(element, add);
  else if (node.type === 'AssignmentPattern') collectPattern(node.left, add);
  else if (node.type === 'RestElement') collectPattern(node.argument, add);
  else if (node.type === 'TSParameterProperty') collectPattern(node.parameter, add);
};

const calleeName = (callee) => {
  if (callee.type === 'Identifier') return callee.name;
  if (callee.type === 'MemberExpression') return calleeName(callee.object);
  return callee.type === 'CallExpression' ? calleeName(callee.callee) : '';
};

/** Returns the text of a string literal or template literal, with `…` for its expressions; '' for any other node. */
const stringOf = (node) => {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value;
  return node?.type === 'TemplateLiteral' ? node.quasis.map(({ value }) => value.raw).join('…') : '';
};

/**
 * Returns the name of a key that is written out; '' for a computed or shorthand key, and for a string that is not a name, such as a path.
 */
const keyOf = ({ key, computed, shorthand }) => {
  if (computed || shorthand) return '';
  const name = key.type === 'Identifier' ? key.name : String(key.value ?? '');
  return /^[A-Za-z_][\w-]*$/.test(name) ? name : '';
};

const LOG_LEVELS = /^(?:trace|debug|info|warn|error|fatal)$/;

/** Returns whether a node creates an error or writes to the log, so that its string arguments are messages. */
const hasMessage = ({ type, callee }, text) => {
  if (type === 'NewExpression') return callee.type === 'Identifier' && callee.name.endsWith('Error');
  return (
    type === 'CallExpression' &&
    callee.type === 'MemberExpression' &&
    LOG_LEVELS.test(callee.property.name ?? '') &&
    /(?:^|\.)log(?:ger)?$/i.test(text.slice(callee.object.start, callee.object.end))
  );
};

/** Returns the names of the cases of `it.each([…])`: the first string of each row, if it is a phrase and not one word. */
const caseNamesOf = ({ callee, arguments: [rows] }) => {
  const isEach = callee.type === 'MemberExpression' && callee.property.name === 'each' && TITLED.has(calleeName(callee));
  if (!isEach || rows?.type !== 'ArrayExpression') return [];
  return rows.elements
    .map((row) => (row?.type === 'ArrayExpression' ? row.elements[0] : row))
    .filter((name) => stringOf(name).includes(' '));
};

/** Returns the reasons in an object of a test whose keys are paths: `{ 'app/routes.tsx': 'has no list of its own' }`. */
const reasonsOf = ({ properties }) =>
  properties
    .filter(({ key, value }) => key?.type === 'Literal' && /[./]/.test(String(key.value)) && stringOf(value).includes(' '))
    .map(({ value }) => value);

/** Visits every node below `node`. */
const visit = (node, onNode) => {
  if (node === null || typeof node !== 'object') return;
  if (Array.isArray(node)) {
    for (const each of node) visit(each, onNode);
    return;
  }
  if (typeof node.type === 'string') onNode(node);
  for (const [key, value] of Object.entries(node)) if (key !== 'parent' && typeof value === 'object') visit(value, onNode);
};

/** Returns `{ start, name }` of each declared name and key, and `{ start, text }` of each comment, title and message. */
const readSource = (file, text) => {
  const { program, comments } = parseSync(file, text);
  const names = [];
  const sentences = comments.map(({ start, value }) => ({ start, text: value }));
  const isTest = /\.test\.tsx?$/.test(file);
  const add = (node) => names.push({ start: node.start, name: node.name });
  const addSentence = (node) => {
    if (stringOf(node) !== '') sentences.push({ start: node.start, text: stringOf(node) });
  };
  visit(program, (node) => {
    if (NAMED.has(node.type)) collectPattern(node.id, add);
    if (KEYED.has(node.type) && node.key.type === 'Identifier' && !node.computed) add(node.key);
    for (const parameter of node.type === 'TSFunctionType' || node.type === 'TSMethodSignature' ? [] : (node.params ?? []))
      collectPattern(parameter, add);
    if (node.type === 'ObjectExpression') {
      for (const property of node.properties.filter(({ type }) => type === 'Property'))
        if (keyOf(property) !== '') names.push({ start: property.key.start, name: keyOf(property) });
      if (isTest) for (const reason of reasonsOf(node)) addSentence(reason);
    }
    if (hasMessage(node, text)) for (const message of node.arguments) addSentence(message);
    if (node.type !== 'CallExpression') return;
    if (TITLED.has(calleeName(node.callee))) addSentence(node.arguments[0]);
    for (const name of caseNamesOf(node)) addSentence(name);
  });
  return { names, sentences };
};

/** Returns the retired terms in a name; `path` may allow another sense. */
export const retiredInName = (name, path = '') => {
  const words = wordsOf(name);
  return retiredTerms.filter((each) => each.name?.test(words) && !each.allowed?.test(words) && !each.allowed?.test(path));
};

/** Returns the retired terms in a sentence. */
export const retiredInProse = (text, path = '') =>
  retiredTerms.filter((each) => each.prose?.test(text) && !each.allowed?.test(text) && !each.allowed?.test(path));

/** Returns a line without code spans and link targets, which are names and not prose. */
const proseOfLine = (line) => line.replace(/`[^`]*`/g, '`…`').replace(/\]\([^)]*\)/g, ']');

/** Returns the retired terms in the prose of a Markdown document as `{ line, text }`. */
export const findRetiredInDocument = (file, text) =>
  text.split('\n').flatMap((line, index) => {
    const prose = proseOfLine(line);
    return retiredInProse(prose, file).map(({ term, use, prose: pattern }) => ({
      line: index + 1,
      text: `${(pattern.exec(prose) ?? [''])[0]}: “${term}” is retired; use ${use}`,
    }));
  });

/** Returns the retired terms in the names that `pattern` finds as `{ line, text }`, each name once. */
const findRetiredNames = (file, text, pattern) => {
  const seen = new Set();
  return [...text.matchAll(pattern)].flatMap((match) => {
    const name = match[1];
    if (seen.has(name)) return [];
    seen.add(name);
    const line = text.slice(0, match.index).split('\n').length;
    return retiredInName(name, file).map(({ term, use }) => ({ line, text: `${name}: “${term}” is retired; use ${use}` }));
  });
};

/** Returns a text in which everything that `pattern` matches is replaced by its line breaks. */
const without = (text, pattern) => text.replace(pattern, (part) => part.replace(/[^\n]+/g, ' '));

/** Returns the retired terms in the class names of a CSS module as `{ line, text }`. */
export const findRetiredInStyles = (file, text) =>
  findRetiredNames(file, without(text, /\/\*[\s\S]*?\*\/|"[^"\n]*"|url\([^)]*\)/g), /\.([A-Za-z_][\w-]*)/g);

/** Returns the retired terms in the names of a migration as `{ line, text }`; comments and strings are not names. */
export const findRetiredInMigration = (file, text) =>
  findRetiredNames(file, without(text, /--.*|'(?:[^']|'')*'/g), /\b([a-z_][a-z0-9_]*)\b/gi);

/** Returns the retired terms in a commit message. A commit that renames may contain the old name. */
export const retiredInMessage = (message) =>
  /^(?:Rename|Move|Retire)\b|: rename\b/.test(message) ? [] : retiredInProse(message).filter((each) => !each.isNewerThanMessages);

/** Returns the retired terms in a source file as `{ line, text }`; line 0 is the file's name. */
export const findRetired = (file, text) => {
  const findings = [];
  const lineOf = (start) => text.slice(0, start).split('\n').length;
  const base = file.slice(file.lastIndexOf('/') + 1).replace(/\..*$/, '');
  const say = (what, { term, use }) => `${what}: “${term}” is retired; use ${use}`;
  const folder = file.slice(0, file.lastIndexOf('/') + 1);
  for (const term of retiredTerms) if (term.folder?.test(folder)) findings.push({ line: 0, text: say(folder, term) });
  for (const term of retiredInName(base, file)) findings.push({ line: 0, text: say(base, term) });
  const { names, sentences } = readSource(file, text);
  const seen = new Set();
  for (const { start, name } of names)
    for (const term of retiredInName(name, file)) {
      if (seen.has(name)) continue;
      seen.add(name);
      findings.push({ line: lineOf(start), text: say(name, term) });
    }
  for (const { start, text: sentence } of sentences)
    for (const term of retiredInProse(sentence, file)) {
      const [line = ''] = sentence.split('\n').filter((each) => term.prose.test(each));
      findings.push({ line: lineOf(start), text: say(line.trim().slice(0, 80), term) });
    }
  return findings.sort((a, b) => a.line - b.line);
};
