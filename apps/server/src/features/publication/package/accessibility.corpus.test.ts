/**
 * Compares the accessibility metadata that an import reads from real files with the values that independent code reads from their package
 * documents.
 */
import type { Accessibility } from '@shufang/contract';
import { expect, test } from 'vitest';
import { openArchive } from '../archive/archive.ts';
import { corpusPath, listCorpus, unpackCorpusBook } from '../content/testing/corpus.ts';
import { Findings } from '../findings.ts';
import { readPublication } from './read-publication.ts';

const read = (file: string): Accessibility => {
  const findings = new Findings();
  const archive = openArchive(corpusPath(file), findings);
  try {
    return readPublication(archive, findings).document.metadata.accessibility;
  } finally {
    archive.close();
  }
};

/** A sample that is damaged deliberately; its import is refused. */
const REFUSED = 'epub-a11y/ace-zip-invalid-comment-length.epub';

/** Returns the values of `<meta property>` in a package document, without comments. */
const valuesIn = (opf: string, property: string): string[] =>
  [...opf.matchAll(new RegExp(`<meta[^>]*property="${property}"[^>]*>([^<]*)<`, 'g'))]
    .map(([, value = '']) => value.trim())
    .filter(Boolean);

const packageOf = (file: string): string => {
  const [, bytes] = [...unpackCorpusBook(file)].find(([name]) => name.endsWith('.opf')) ?? [];
  return new TextDecoder().decode(bytes).replaceAll(/<!--.*?-->/gs, '');
};

test.each(listCorpus('epub-a11y', '.epub').filter((file) => file !== REFUSED))(
  'the accessibility metadata equals that of the package: %s',
  (file) => {
    const opf = packageOf(file);
    const summary = valuesIn(opf, 'schema:accessibilitySummary')[0];
    expect(read(file)).toMatchObject({
      accessModes: valuesIn(opf, 'schema:accessMode'),
      accessModesSufficient: valuesIn(opf, 'schema:accessModeSufficient'),
      features: valuesIn(opf, 'schema:accessibilityFeature'),
      hazards: valuesIn(opf, 'schema:accessibilityHazard'),
      ...(summary === undefined ? {} : { summary }),
    });
  },
);

test('lists the certifier and the standard, although they are metadata of another element', () => {
  expect(read('epub-a11y/ace-epubrules-metadata-accessibilityAPI_Control-present.epub')).toMatchObject({
    conformsTo: [
      'EPUB-A11Y-11_WCAG-21-AA',
      'EPUB-A11Y-11_WCAG-20-A',
      'xxhttp://www.idpf.org/epub/a11y/accessibility-20170105.html#wcag-aa',
    ],
    certifiedBy: ['Benetech'],
    certifierCredentials: ['http://GCA'],
  });
  expect(read('epub-a11y/ace-base-epub-30.epub')).not.toHaveProperty('certifiedBy');
});
