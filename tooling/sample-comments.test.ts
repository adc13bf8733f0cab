import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { root } from './runtime.mjs';
import { commentsOf, draw, randomFrom } from './sample-comments.mjs';

it('reads comments and docstrings without their code, and joins consecutive line comments', () => {
  const source = [
    '/** Returns one. */',
    'export const one = 1; // At the end of a line.',
    '// First line,',
    '// second line.',
    'const two = 2;',
    '/**',
    ' * Several lines',
    ' * of one docstring.',
    ' */',
    "const text = '// no comment';",
  ].join('\n');
  expect(commentsOf('one.ts', source)).toEqual([
    { line: 1, text: 'Returns one.' },
    { line: 2, text: 'At the end of a line.' },
    { line: 3, text: 'First line, second line.' },
    { line: 6, text: 'Several lines of one docstring.' },
  ]);
});

it('leaves out directives for tools', () => {
  expect(commentsOf('one.ts', '// biome-ignore lint: reason\n// @ts-expect-error reason\nexport {};\n')).toEqual([]);
});

it('leaves out docstrings that only declare a type', () => {
  const source = '/** @type {readonly Slice[]} */\nexport const a = [];\n/** A size. @type {number} */\nexport const b = 1;\n';
  expect(commentsOf('one.mjs', source)).toEqual([{ line: 3, text: 'A size. @type {number}' }]);
});

it('draws the same comments for the same seed and different ones for another seed, without repetition', () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  const first = draw(items, 120, randomFrom('a1b2'));
  expect(draw(items, 120, randomFrom('a1b2'))).toEqual(first);
  expect(draw(items, 120, randomFrom('a1b3'))).not.toEqual(first);
  expect(new Set(first).size).toBe(120);
  expect(new Set(draw(items, 2_000, randomFrom('a1b2')))).toEqual(new Set(items));
});

it('draws from all items', () => {
  const items = Array.from({ length: 10 }, (_, index) => index);
  const counts = items.map(() => 0);
  for (let seed = 0; seed < 1_000; seed++)
    for (const item of draw(items, 1, randomFrom(`seed ${seed}`))) counts[item] = (counts[item] ?? 0) + 1;
  expect(Math.min(...counts)).toBeGreaterThan(50);
});

it('prints the requested number of comments, each with file and line', () => {
  const out = execFileSync(process.execPath, ['tooling/sample-comments.mjs', '--count', '3', '--seed', 'test'], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(out.match(/^[\w/.-]+\.(?:ts|tsx|mjs):\d+\n {2}\S/gm)).toHaveLength(3);
});
