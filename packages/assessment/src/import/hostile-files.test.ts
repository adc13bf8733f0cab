import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { readZip, ZIP_LIMITS } from '../archive/read-zip.ts';
import { writeZip } from '../archive/write-zip.ts';
import { readXml } from '../xml/read-xml.ts';
import { QuestionFileError } from './question-file-error.ts';
import { readQuestionFile } from './read-question-file.ts';

/** Returns why a file is refused; `accepted` if it is not. */
const problemOf = (read: () => unknown): string => {
  try {
    read();
    return 'accepted';
  } catch (error) {
    if (error instanceof QuestionFileError) return error.problem;
    throw error;
  }
};

const ITEM = '<assessmentItem/>';
const zipOf = (files: Record<string, string | Uint8Array>): Uint8Array => writeZip(new Map(Object.entries(files)));

/** Returns a copy with a 32-bit number of each record with a signature replaced. */
const patched = (zip: Uint8Array, signature: number, offset: number, value: number, bytes: 2 | 4 = 4): Uint8Array => {
  const copy = zip.slice();
  const view = new DataView(copy.buffer);
  for (let at = 0; at + 4 <= copy.length; at += 1) {
    if (view.getUint32(at, true) !== signature) continue;
    if (bytes === 4) view.setUint32(at + offset, value, true);
    else view.setUint16(at + offset, value, true);
  }
  return copy;
};
const CENTRAL = 0x02_01_4b_50;
const GOOD = zipOf({ 'a.xml': ITEM, 'b.xml': ITEM });

describe('a package is refused before it is unpacked', () => {
  it.each([
    ['unsafeName', zipOf({ '../a.xml': ITEM })],
    ['unsafeName', zipOf({ 'x/../../a.xml': ITEM })],
    ['unsafeName', zipOf({ '/etc/a.xml': ITEM })],
    ['unsafeName', zipOf({ 'C:\\a.xml': ITEM })],
    ['unsafeName', zipOf({ 'a\u202exml.exe': ITEM })],
    ['repeatedName', zipOf({ 'a.xml': ITEM, 'A.xml': ITEM })],
    ['ratio', zipOf({ 'a.xml': ' '.repeat(8_000_000) })],
    ['tooLargeUnpacked', patched(GOOD, CENTRAL, 24, 0xf0_00_00_00)],
    ['encrypted', patched(GOOD, CENTRAL, 8, 1, 2)],
    ['method', patched(GOOD, CENTRAL, 10, 12, 2)],
    ['overlap', patched(GOOD, CENTRAL, 42, 0)],
    ['unsafeName', zipSync({ link: [strToU8('/etc/passwd'), { os: 3, attrs: 0o120_777 << 16 }] })],
    ['damaged', patched(GOOD, CENTRAL, 16, 7)],
    ['damaged', GOOD.subarray(0, GOOD.length - 30)],
    ['damaged', strToU8('PK\u0003\u0004')],
  ])('%s', (problem, bytes) => {
    const read = (): void => {
      const zip = readZip(bytes);
      for (const path of zip.paths) zip.read(path);
    };
    expect(problemOf(read)).toBe(problem);
  });

  it('may have as many files as the limit, and not one more', () => {
    const limits = { ...ZIP_LIMITS, entries: 2 };
    expect(problemOf(() => readZip(GOOD, limits))).toBe('accepted');
    expect(problemOf(() => readZip(zipOf({ a: '', b: '', c: '' }), limits))).toBe('tooManyEntries');
  });

  it('may be damaged anywhere: it is read, or refused with a reason', () => {
    const zip = zipOf({ 'imsmanifest.xml': '<manifest/>', 'items/a.xml': ITEM });
    fc.assert(
      fc.property(fc.nat(zip.length - 1), fc.nat(255), (at, byte) => {
        const copy = zip.slice();
        copy[at] = byte;
        expect(problemOf(() => readQuestionFile(copy))).toBeTypeOf('string');
      }),
      { numRuns: 500 },
    );
  });
});

describe('an XML document is refused', () => {
  it.each([
    ['doctype', '<!DOCTYPE a [<!ENTITY x "xxxxxxxxxx"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>'],
    ['doctype', '<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>'],
    ['malformedXml', '<a>&unknown;</a>'],
    ['malformedXml', '<a><b></a>'],
    ['malformedXml', ''],
    ['largeXml', '<a>'.repeat(200)],
    ['largeXml', `<a ${Array.from({ length: 300 }, (_each, index) => `b${index}="1"`).join(' ')}/>`],
  ])('%s', (problem, xml) => {
    expect(problemOf(() => readXml(xml))).toBe(problem);
  });
});

describe('a file is refused with a Chinese sentence', () => {
  it.each([
    ['empty', new Uint8Array()],
    ['oldOffice', new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
    ['wrongType', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0])],
    ['noManifest', zipOf({ 'readme.txt': '没有题目' })],
    ['noItems', zipOf({ 'imsmanifest.xml': '<manifest/>' })],
    ['noItems', strToU8('\n\n')],
    ['doctype', zipOf({ 'imsmanifest.xml': '<!DOCTYPE a><manifest/>' })],
  ])('%s', (problem, bytes) => {
    expect(problemOf(() => readQuestionFile(bytes))).toBe(problem);
    expect(() => readQuestionFile(bytes)).toThrow(/[\u4e00-\u9fff]/);
  });
});
