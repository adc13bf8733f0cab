// Draws comments and docstrings at random, without their code, so that a reader can judge whether each is clear by itself:
// `node tooling/sample-comments.mjs [--count N] [--seed TEXT]`. The seed is the hash of the last commit, so a drawing can be repeated.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { root } from './runtime.mjs';

const FOLDERS = ['apps', 'packages', 'e2e', 'bench', 'tooling'];
const COUNT = 120;

/** Pattern of comments that are directives to tools, which are not prose. */
const DIRECTIVE = /^\s*(?:biome-|oxlint-|eslint-|@ts-|@vite|v8 |istanbul |#__|@__|\/\s*<reference|cspell)/;

/** Pattern of a docstring that only declares a type, e.g. `@type {readonly Slice[]}`. */
const TYPE_TAG = /^@type \{.*\}$/;

/**
 * Returns a function that yields pseudo-random numbers from 0 to below 1; the same text gives the same sequence (FNV-1a and mulberry32).
 */
export const randomFrom = (seed) => {
  let state = 0x811c9dc5;
  for (const char of seed) state = Math.imul(state ^ char.codePointAt(0), 0x01000193);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Returns the text of a comment without the comment signs, on one line. */
const plain = (text) =>
  text
    .split('\n')
    .map((line) => line.replace(/^\s*\*+\s?/, '').trim())
    .filter(Boolean)
    .join(' ');

/** Returns the comments of a source file as `{ line, text }`. Line comments on consecutive lines are one comment. */
export const commentsOf = (file, text) => {
  const lineOf = (offset) => text.slice(0, offset).split('\n').length;
  const found = [];
  let last;
  for (const { type, value, start, end } of parseSync(file, text).comments) {
    if (DIRECTIVE.test(value) || value.startsWith('!')) continue;
    const isOwnLine = /(?:^|\n)\s*$/.test(text.slice(0, start));
    if (type === 'Line' && isOwnLine && last?.isLine && /^\r?\n\s*$/.test(text.slice(last.end, start))) {
      last.comment.text = `${last.comment.text} ${plain(value)}`;
      last.end = end;
      continue;
    }
    const comment = { line: lineOf(start), text: plain(value) };
    last = { comment, end, isLine: type === 'Line' && isOwnLine };
    if (comment.text !== '' && !TYPE_TAG.test(comment.text)) found.push(comment);
  }
  return found;
};

/** Returns `count` different items at random, or all if there are fewer, in the order in which they are drawn. */
export const draw = (items, count, random) => {
  const left = [...items];
  const drawn = [];
  while (drawn.length < count && left.length > 0) {
    const index = Math.floor(random() * left.length);
    drawn.push(left[index]);
    left[index] = left.at(-1);
    left.pop();
  }
  return drawn;
};

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1_048_576 });

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const option = (name) => {
    const index = process.argv.indexOf(`--${name}`);
    return index < 0 ? undefined : process.argv[index + 1];
  };
  const seed = option('seed') ?? git('rev-parse', 'HEAD').trim();
  const files = git('ls-files', '--', ...FOLDERS)
    .split('\n')
    .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
    .sort();
  const all = files.flatMap((file) =>
    commentsOf(file, readFileSync(path.join(root, file), 'utf8')).map((comment) => ({ file, ...comment })),
  );
  for (const { file, line, text } of draw(all, Number(option('count') ?? COUNT), randomFrom(seed)))
    console.log(`${file}:${line}\n  ${text}\n`);
}
