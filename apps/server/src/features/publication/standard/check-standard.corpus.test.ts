/** Compares the check against the EPUB standard with W3C EPUBCheck, on the files of EPUBCheck's own tests. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { corpusPath } from '../content/testing/corpus.ts';
import { checkStandard } from './check-standard.ts';

/** Errors of EPUBCheck that the library does not find, with the reason. */
const NOT_REPORTED: Readonly<Record<string, string>> = {
  'dictionary-content-model-error.epub': 'EPUB Dictionaries is not checked',
  'dictionary-multiple-no-content-error.epub': 'EPUB Dictionaries is not checked',
  'dictionary-single-no-content-error.epub': 'EPUB Dictionaries is not checked',
  'edupub-multiple-renditions-dctype-missing-for-rendition-error.epub': 'the EDUPUB profile, which was never finished, is not checked',
  'edupub-pagelist-no-source-error.epub': 'the EDUPUB profile, which was never finished, is not checked',
  'preview-pub-self-as-source-error.epub': 'EPUB Previews is not checked',
};

const [head = '', ...lines] = readFileSync(corpusPath('MANIFEST.tsv'), 'utf8').split('\n');
const columns = head.split('\t');
const rows = lines.flatMap((line) => {
  const cells = line.split('\t');
  const file = cells[columns.indexOf('file')] ?? '';
  const official = cells[columns.indexOf('epubcheck_official')] ?? '';
  return /^epub-invalid\/.*\.epub$/.test(file) && official !== '' ? [{ file, name: file.replace('epub-invalid/', ''), official }] : [];
});
const isError = (official: string): boolean => /(?:error|fatal):/.test(official);
const errorsOf = async (file: string): Promise<string[]> =>
  (await checkStandard(corpusPath(file))).filter(({ severity }) => severity === 'error').map(({ message }) => message);

describe('the check against the EPUB standard', () => {
  test('finds an error in every file in which EPUBCheck finds one, except the listed ones', async () => {
    const missed: string[] = [];
    for (const { file, name, official } of rows) if (isError(official) && (await errorsOf(file)).length === 0) missed.push(name);
    expect(missed.toSorted()).toEqual(Object.keys(NOT_REPORTED).toSorted());
  });

  test('finds no error in valid files', async () => {
    const found: Record<string, string[]> = {};
    for (const { file, name, official } of rows) {
      const errors = official.startsWith('valid') ? await errorsOf(file) : [];
      if (errors.length > 0) found[name] = errors;
    }
    expect(found).toEqual({});
    expect(rows.filter(({ official }) => official.startsWith('valid')).length).toBeGreaterThan(50);
  });
});
