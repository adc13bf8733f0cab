import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { Findings } from '../findings.ts';
import { bookFiles, makeEpub, makeTemporaryFolder, makeZip, type ZipEntry } from '../testing/make-epub.ts';
import { ARCHIVE_LIMITS, type ArchiveLimits, openArchive } from './archive.ts';

const { file, remove } = makeTemporaryFolder();
afterAll(remove);

const open = (bytes: Uint8Array, limits?: ArchiveLimits) => {
  const findings = new Findings();
  return { archive: openArchive(file('a.epub', bytes), findings, limits), codes: () => findings.list().map((finding) => finding.code) };
};
const refusalOf = (bytes: Uint8Array, limits?: ArchiveLimits): unknown => {
  try {
    open(bytes, limits).archive.close();
    return undefined;
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};
const book: readonly ZipEntry[] = [...bookFiles()].map(([name, content]) => ({ name, content }));
const withEntry = (entry: ZipEntry): Buffer => makeZip([...book, entry]);

describe('archives that are accepted', () => {
  test('reads its entries and checks each against its checksum', () => {
    const { archive } = open(makeEpub());
    expect(archive.firstPath).toBe('mimetype');
    expect(archive.read('mimetype').toString()).toBe('application/epub+zip');
    expect(archive.read('OEBPS/c1.xhtml').toString()).toContain('学而时习之');
  });
  test('passes a long entry on in pieces that add up to the same bytes', () => {
    const content = randomBytes(3_000_000);
    for (const stored of [true, false]) {
      const { archive } = open(makeZip([{ name: 'film.mp4', content, stored }]));
      const pieces: Uint8Array[] = [];
      archive.readInPieces('film.mp4', (piece) => pieces.push(piece.slice()));
      expect(Buffer.concat(pieces).equals(content)).toBe(true);
    }
  });
  test('accepts bytes after the end and reports them', () => {
    const { codes } = open(Buffer.concat([makeEpub(), Buffer.alloc(4_096, 7)]));
    expect(codes()).toEqual(['archive.trailingBytes']);
  });
  test('reads Chinese names written in GBK without the UTF-8 flag', () => {
    const { archive, codes } = open(withEntry({ name: Uint8Array.of(0xb5, 0xda, 0xd2, 0xbb, 0xd5, 0xc2), content: 'x', flags: 0 }));
    expect(archive.entries.has('第一章')).toBe(true);
    expect(codes()).toEqual(['archive.nameEncoding']);
  });
  test('leaves out files of file managers', () => {
    const { archive, codes } = open(withEntry({ name: '__MACOSX/._c1.xhtml', content: 'x' }));
    expect(archive.entries.size).toBe(book.length);
    expect(codes()).toEqual(['archive.junk']);
  });
});

describe('archives that are refused', () => {
  test.each<[string, ZipEntry, string]>([
    ['climbs out of its folder', { name: '../../evil', content: 'x' }, 'archive.unsafeName'],
    ['climbs out by percent signs', { name: 'OEBPS/%2e%2e/%2e%2e/evil', content: 'x' }, 'archive.unsafeName'],
    ['climbs out by backslashes', { name: '..\\..\\evil', content: 'x' }, 'archive.unsafeName'],
    ['starts at the root', { name: '/etc/evil', content: 'x' }, 'archive.unsafeName'],
    ['names a drive', { name: 'C:\\evil', content: 'x' }, 'archive.unsafeName'],
    ['has a line break in its name', { name: 'a\r\nX: 1', content: 'x' }, 'archive.unsafeName'],
    ['differs only in case', { name: 'OEBPS/C1.XHTML', content: 'x' }, 'archive.twins'],
    ['is there already', { name: 'mimetype', content: 'x' }, 'archive.twins'],
    ['is a link', { name: 'link', content: '/etc/passwd', mode: 0o120777 }, 'archive.link'],
    ['is encrypted', { name: 'secret', content: 'x', flags: 0x801 }, 'archive.encrypted'],
    ['shares its data with another', { name: 'again', content: 'x', shareData: true }, 'archive.overlap'],
    [
      'is an archive of its own',
      { name: 'OEBPS/data.zip', content: makeZip([{ name: 'a', content: 'x' }]), stored: true },
      'archive.nested',
    ],
    ['is a book of its own under another name', { name: 'OEBPS/picture.png', content: makeEpub() }, 'archive.nested'],
    ['is a gzip file', { name: 'OEBPS/picture.svgz', content: gzipSync('<svg/>') }, 'archive.nested'],
    ['is a RAR file', { name: 'OEBPS/more', content: 'Rar!\u001a\u0007' }, 'archive.nested'],
    ['is blown up 1,000 times', { name: 'bomb', content: Buffer.alloc(1_200_000) }, 'archive.ratio'],
  ])('refuses an entry that %s', (_, entry, code) => {
    expect(refusalOf(withEntry(entry))).toBe(code);
  });
  test('refuses two names that differ only in their Unicode normal form', () => {
    expect(
      refusalOf(
        makeZip([
          { name: 'caf\u00e9.xhtml', content: 'x' },
          { name: 'cafe\u0301.xhtml', content: 'y' },
        ]),
      ),
    ).toBe('archive.twins');
  });
  test('refuses content whose checksum is wrong', () => {
    const { archive } = open(withEntry({ name: 'broken', content: 'hello', crc: 1 }));
    expect(() => archive.read('broken')).toThrowError(expect.objectContaining({ code: 'archive.damaged' }));
  });
  test('never unpacks more than an entry declares', () => {
    const { archive } = open(withEntry({ name: 'liar', content: 'x'.repeat(5_000), declaredBytes: 10 }));
    expect(() => archive.read('liar')).toThrowError(expect.objectContaining({ code: 'archive.damaged' }));
    expect(() => archive.readInPieces('liar', () => undefined)).toThrowError(expect.objectContaining({ code: 'archive.damaged' }));
  });
  test('refuses a truncated file', () => {
    const complete = makeEpub();
    expect(refusalOf(complete.subarray(0, complete.length / 2))).toBe('archive.damaged');
  });
  test.each([
    ['nothing', '', 'file.empty', '空'],
    ['a program', 'MZ\x90\0', 'file.wrongType', 'Windows 程序'],
    ['a PDF', '%PDF-1.7', 'file.wrongType', 'PDF'],
    ['a page', '<!doctype html><script>', 'file.wrongType', '网页'],
    ['a Kindle book', `${'\0'.repeat(60)}BOOKMOBI`, 'file.wrongType', 'MOBI'],
    ['an old Word file', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'file.wrongType', '旧版 Office'],
  ])('reports that the file is %s', (_, content, code, name) => {
    expect(() => open(Buffer.from(content))).toThrowError(expect.objectContaining({ code, message: expect.stringContaining(name) }));
  });
});

describe('archive limits', () => {
  const entries = (count: number): Buffer => makeZip(Array.from({ length: count }, (_, index) => ({ name: `f${index}`, content: 'x' })));
  test.each([
    [9, undefined],
    [10, undefined],
    [11, 'archive.tooManyEntries'],
  ])('checks %i entries against a limit of 10', (count, expected) => {
    expect(refusalOf(entries(count), { ...ARCHIVE_LIMITS, entries: 10 })).toBe(expected);
  });
  test.each([
    [99, undefined],
    [100, undefined],
    [101, 'archive.tooLarge'],
  ])('checks %i unpacked bytes against a limit of 100', (bytes, expected) => {
    const zip = makeZip([{ name: 'a', content: 'x'.repeat(bytes) }]);
    expect(refusalOf(zip, { ...ARCHIVE_LIMITS, unpackedBytes: 100 })).toBe(expected);
  });
  test.each([
    [1_999, undefined],
    [2_000, undefined],
    [2_001, 'archive.ratio'],
  ])('checks %i bytes unpacked from 10 against a ratio of 200:1', (bytes, expected) => {
    const zip = makeZip([{ name: 'a', content: 'x'.repeat(10), stored: true, declaredBytes: bytes }]);
    expect(refusalOf(zip, { ...ARCHIVE_LIMITS, ratioFromBytes: 1_000 })).toBe(expected);
  });
});
