/**
 * Checks that libraries which parse documents, or take long to create them, are not loaded by the server process but run in isolated
 * processes (docs/decisions/0016-isolated-processes.md).
 */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const sources = path.resolve(import.meta.dirname, '..');

/** Returns the modules that a file loads at runtime, without type imports. */
const importsOf = (file: string): string[] => {
  const text = readFileSync(file, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '');
  return [
    ...Array.from(text.matchAll(/^(?:import|export)\s+(?!type\s)[^'"]*?from\s+'([^']+)'/gm), ([, name = '']) => name),
    ...Array.from(text.matchAll(/^import\s+'([^']+)'/gm), ([, name = '']) => name),
    ...Array.from(text.matchAll(/\bimport\(\s*'([^']+)'\s*\)/g), ([, name = '']) => name),
  ];
};

/** Returns packages by the files that load them, starting from `entry`. */
const packagesOf = (entry: string): Map<string, string[]> => {
  const packages = new Map<string, string[]>();
  const seen = new Set<string>();
  const waiting = [path.join(sources, entry)];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const name of importsOf(file)) {
      if (!name.startsWith('.')) packages.set(name, [...(packages.get(name) ?? []), path.relative(sources, file)]);
      else if (existsSync(path.resolve(path.dirname(file), name))) waiting.push(path.resolve(path.dirname(file), name));
    }
  }
  return packages;
};

/** Libraries that read or create documents, with the files of the server process that may load them and the reason. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  '@node-saml/node-saml': [],
  '@xmldom/xmldom': [],
  'css-tree': [],
  'css-tree/dist/csstree.esm': [],
  'music-metadata': [],
  '@myriaddreamin/typst-ts-node-compiler': [],
  docx: [],
  'write-excel-file/node': [],
  // The server process may load `sharp`, because `sharp` processes only the pictures of the captchas and of the demo in it, and no uploads.
  sharp: [
    'app/demo-handwriting.ts',
    'gateways/captcha/draw-slider.ts',
    'gateways/captcha/draw-captcha.ts',
    'gateways/captcha/local-captcha.ts',
  ],
  // The server process may load `saxes` and `parse5`, because they read only segments of at most `PUBLICATION_LIMITS.segmentCharsMax`
  // characters that an import has sanitized.
  saxes: ['features/publication/content/parse-markup.ts'],
  parse5: ['features/publication/content/parse-markup.ts', 'features/publication/versions/index-formulas.ts'],
  // The server process may load `fflate`, because `fflate` writes the data export of a user in small chunks.
  fflate: ['features/files/write-zip.ts'],
};

const ofServer = packagesOf('app/main.ts');

test.each(Object.entries(ELSEWHERE))('%s is loaded by the server process only where it reads no untrusted documents', (name, allowed) => {
  expect((ofServer.get(name) ?? []).filter((file) => !allowed.includes(file))).toEqual([]);
});

test('the conversion of a book loads no library of the database', () => {
  const packages = packagesOf('features/publication/conversion/worker.ts');
  expect([...packages.keys()]).toContain('parse5');
  expect(['drizzle-orm', 'pg'].filter((name) => packages.has(name))).toEqual([]);
});

test('the search for imports finds those of an isolated task', () => {
  expect([...packagesOf('gateways/identity/saml.task.ts').keys()]).toEqual(
    expect.arrayContaining(['@node-saml/node-saml', '@xmldom/xmldom']),
  );
  expect([...packagesOf('features/files/picture.task.ts').keys()]).toContain('sharp');
});
