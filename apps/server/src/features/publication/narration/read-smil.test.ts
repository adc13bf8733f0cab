import { expect, test } from 'vitest';
import { Findings } from '../findings.ts';
import { PUBLICATION_LIMITS } from '../limits.ts';
import { readSmil } from './read-smil.ts';

const smil = (body: string, prolog = ''): string =>
  `${prolog}<smil xmlns="http://www.w3.org/ns/SMIL" xmlns:epub="http://www.idpf.org/2007/ops" version="3.0"><body>${body}</body></smil>`;
const read = (text: string) => {
  const findings = new Findings();
  const phrases = readSmil(Buffer.from(text), 'OEBPS/mo/c1.smil', findings);
  return { phrases, codes: findings.list().map(({ code }) => code) };
};
const par = (text: string, audio = ''): string => `<par><text src="${text}"/>${audio}</par>`;

test('reads phrases in their order, with their clips and the types of the sequences around them', () => {
  const { phrases, codes } = read(
    smil(
      `<seq epub:textref="../c1.xhtml#s">${par('../c1.xhtml#a', '<audio src="../a/1.mp3" clipBegin="1.5s" clipEnd="0:00:03"/>')}
      <seq epub:type="footnote">${par('../c1.xhtml#b')}</seq>
      <par epub:type="pagebreak"><text src="../c1.xhtml#%E7%AC%AC"/><audio src="../a/1.mp3"/></par></seq>`,
    ),
  );
  expect(codes).toEqual([]);
  expect(phrases).toEqual([
    { textPath: 'OEBPS/c1.xhtml', fragment: 'a', clip: { path: 'OEBPS/a/1.mp3', begin: 1.5, end: 3 }, roles: [] },
    { textPath: 'OEBPS/c1.xhtml', fragment: 'b', clip: undefined, roles: ['footnote'] },
    { textPath: 'OEBPS/c1.xhtml', fragment: '第', clip: { path: 'OEBPS/a/1.mp3', begin: 0, end: undefined }, roles: ['pagebreak'] },
  ]);
});

test('leaves out references to the outside and clips without a length, and says so', () => {
  const { phrases, codes } = read(
    smil(
      par('https://evil.example/c1.xhtml#a') +
        par('javascript:alert(1)') +
        par('../c1.xhtml#b', '<audio src="http://evil.example/a.mp3"/>') +
        par('../c1.xhtml#c', '<audio src="../a.mp3" clipBegin="5s" clipEnd="4s"/>') +
        par('../c1.xhtml#d', '<audio src="../a.mp3" clipBegin="soon"/>') +
        '<par><audio src="../a.mp3"/></par>',
    ),
  );
  expect(phrases.map(({ fragment, clip }) => [fragment, clip])).toEqual([
    ['b', undefined],
    ['c', undefined],
    ['d', { path: 'OEBPS/a.mp3', begin: 0, end: undefined }],
  ]);
  expect(codes.toSorted()).toEqual(['narration.clock', 'narration.emptyClip', 'narration.outside']);
});

test('refuses a document with entities', () => {
  const prolog = '<!DOCTYPE smil [<!ENTITY x SYSTEM "file:///etc/passwd">]>';
  expect(() => read(smil(par('../c1.xhtml#a'), prolog))).toThrow(expect.objectContaining({ code: 'xml.entity' }));
});

test('leaves out what is no SMIL, too large, or nested too deep', () => {
  expect(read('<html/>')).toEqual({ phrases: [], codes: ['narration.broken'] });
  expect(read(' '.repeat(PUBLICATION_LIMITS.overlayBytes + 1)).codes).toEqual(['narration.tooLarge']);
  const nested = (depth: number) => read(smil('<seq>'.repeat(depth) + par('../c1.xhtml#a') + '</seq>'.repeat(depth)));
  expect(nested(PUBLICATION_LIMITS.overlayDepth).phrases).toHaveLength(1);
  expect(nested(PUBLICATION_LIMITS.overlayDepth + 1)).toEqual({ phrases: [], codes: ['narration.tooDeep'] });
});
