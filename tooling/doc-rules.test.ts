import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { missingDocuments, missingFiles, missingSections } from './doc-rules.mjs';
import { root } from './runtime.mjs';

const documents = new Set(['README.md', 'docs/limits.md', 'docs/flows/sync.md', 'docs/decisions/0001-two-frames.md']);
const citing = (text: string, file = 'apps/server/src/app/main.ts') => missingDocuments(file, text, documents).map(({ line }) => line);

it.each([
  '/** Limits: limits.md §3. */',
  '// How it works: docs/flows/sync.md.',
  '/** Why: docs/decisions/0001-two-frames.md. */',
  "const file = 'nowhere.md';",
  '/** Written to `notes.md` of the archive. */',
])('accepts a citation of a document that exists, and texts that cite none: %s', (text) => {
  expect(citing(text)).toEqual([]);
});

it.each(['/** As security-plan.md §2 says. */', '/**\n * See docs/flows/lost.md.\n */', '// ../shared/plan.md'])(
  'reports a citation of a document that does not exist: %s',
  (text) => {
    expect(citing(text)).toHaveLength(1);
  },
);

it('resolves links of a document relative to its folder', () => {
  expect(citing('[limits](../limits.md), [gone](gone.md)', 'docs/flows/sync.md')).toEqual([1]);
});

it.each([
  ['/** Time of a call (product spec, section 9). */', 1],
  ['// As the product specification says, issue 12 and Issue #7.', 3],
  ['/** A limit: limits.md §3, §4.1 and §5. */', 1],
  ['// Limits: limits.md §9.', 1],
  ['// Limits: limits.md §3; other.md §9.', 0],
  ["const issue = 'issue 12';", 0],
])('reports documents outside of the repository and missing sections: %s', (text, count) => {
  const read = (file: string) => (file === 'docs/limits.md' ? '# Limits\n\n## 3. Uploads\n\n### 4.1 Sizes\n' : undefined);
  expect(missingSections('apps/server/src/app/main.ts', text, read)).toHaveLength(count);
});

it('reports files that a document names and that do not exist', () => {
  const files = new Set(['docs/one.md', 'apps/server/src/app/main.ts']);
  const findings = missingFiles(
    'docs/one.md',
    '`apps/server/src/app/main.ts`, `app/main.ts`, `main.ts`, [code](../apps/server/src/app/main.ts), `apps/server/src`,\n`app/other.ts`, [gone](two.md), `<slice>/routes.ts`, `npm test`',
    files,
  );
  expect(findings.map(({ line, text }) => [line, text.split(' ')[0]])).toEqual([
    [2, 'two.md'],
    [2, 'app/other.ts'],
  ]);
});

it('finds every file that a document of this repository names', () => {
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  const all = new Set(files);
  const texts = files.filter((file) => /^(?:docs\/.*|README|CONTRIBUTING|SECURITY)(?:\.md)$/.test(file));
  expect(texts.length).toBeGreaterThan(40);
  const findings = texts.flatMap((file) =>
    missingFiles(file, readFileSync(path.join(root, file), 'utf8'), all).map(({ line, text }) => `${file}:${line}  ${text}`),
  );
  expect(findings).toEqual([]);
});
