/** Tests that archive files are closed, and of the texts and positions of refusals and findings. */
import { closeSync, openSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { Findings } from '../findings.ts';
import { makeTemporaryFolder, makeZip, type ZipEntry } from '../testing/make-epub.ts';
import { ARCHIVE_LIMITS, type Archive, type ArchiveLimits, openArchive } from './archive.ts';

const { file, remove } = makeTemporaryFolder();
afterAll(remove);

const END_BYTES = 22;
const validFile = (): Buffer =>
  makeZip([
    { name: 'one', content: 'first content', stored: true },
    { name: 'two', content: 'second content, second content' },
  ]);
const endOf = (zip: Buffer): number => zip.length - END_BYTES;
const directoryOf = (zip: Buffer): number => zip.readUInt32LE(endOf(zip) + 16);
/** Returns the offset of the second entry in the central directory. */
const secondOf = (zip: Buffer): number => directoryOf(zip) + 46 + 3;
const changed = (change: (zip: Buffer) => void): Buffer => {
  const zip = validFile();
  change(zip);
  return zip;
};
const open = (bytes: Uint8Array, limits?: ArchiveLimits): Archive => openArchive(file('a.zip', bytes), new Findings(), limits);
const refusalOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code ?? 'error'}: ${message}`;
  }
};

describe('closing an archive file', () => {
  /** Returns the file descriptor that the system would assign next. */
  const nextHandle = (): number => {
    const handle = openSync(file('next.bin', Buffer.from('x')), 'r');
    closeSync(handle);
    return handle;
  };

  test('the file is closed when the archive is refused', () => {
    const before = nextHandle();
    expect(refusalOf(() => open(Buffer.from('no archive')))).toContain('file.wrongType');
    expect(nextHandle()).toBe(before);
  });

  test('the file is closed by close() and not before', () => {
    const before = nextHandle();
    const archive = open(validFile());
    expect(nextHandle()).not.toBe(before);
    archive.close();
    expect(nextHandle()).toBe(before);
  });
});

describe('reasons to refuse an archive', () => {
  test.each<[string, ZipEntry[], string, string | undefined]>([
    ['a password', [{ name: 'a', content: 'x', flags: 0x801 }], 'archive.encrypted: 压缩包设有密码，无法读取，请先去除密码', undefined],
    ['a bomb', [{ name: 'a', content: Buffer.alloc(1_200_000) }], 'archive.ratio: 压缩比异常，疑似压缩炸弹', undefined],
    ['a link', [{ name: 'a', content: 'b', mode: 0o120777 }], 'archive.link: 压缩包内含有符号链接', undefined],
    [
      'shared data',
      [
        { name: 'a', content: 'x' },
        { name: 'b', content: 'x', shareData: true },
      ],
      'archive.overlap: 压缩包内的文件数据互相重叠，疑似压缩炸弹',
      undefined,
    ],
    [
      'twins',
      [
        { name: 'a/b', content: 'x' },
        { name: 'A/b', content: 'x' },
      ],
      'archive.twins: 压缩包内有同名（或仅大小写不同）的文件，无法确定以哪个为准',
      'A/b',
    ],
    [
      'an archive inside',
      [{ name: 'a/b.zip', content: makeZip([]), stored: true }],
      'archive.nested: 书里夹带了另一个压缩包（docx、xlsx 等文档也是压缩包）：请从书中取出，需要时作为教学资料另行上传',
      'a/b.zip',
    ],
  ])('%s', (_, list, refusal, where) => {
    const zip = makeZip(list);
    expect(refusalOf(() => open(zip))).toBe(refusal);
    expect(() => open(zip)).toThrowError(expect.objectContaining({ path: where }));
  });

  test('refuses data that overlaps the directory', () => {
    expect(refusalOf(() => open(changed((zip) => zip.writeUInt32LE(zip.readUInt32LE(secondOf(zip) + 20) + 1, secondOf(zip) + 20))))).toBe(
      'archive.overlap: 压缩包内的文件数据互相重叠，疑似压缩炸弹',
    );
  });

  test('checks the compression ratio from one byte above the minimum size', () => {
    const zip = makeZip([{ name: 'a', content: 'x'.repeat(10), stored: true, declaredBytes: 2_001 }]);
    expect(refusalOf(() => open(zip, { ...ARCHIVE_LIMITS, ratioFromBytes: 2_001 }))).toBeUndefined();
    expect(refusalOf(() => open(zip, { ...ARCHIVE_LIMITS, ratioFromBytes: 2_000 }))).toContain('archive.ratio');
  });
});

describe('findings in the report of an archive', () => {
  const summary = (zip: Uint8Array) => {
    const findings = new Findings();
    const archive = openArchive(file('c.zip', zip), findings);
    return { archive, list: findings.list() };
  };

  test('reports the number of bytes after the end of the archive', () => {
    expect(summary(Buffer.concat([validFile(), Buffer.alloc(5)])).list).toMatchObject([
      { severity: 'repaired', code: 'archive.trailingBytes', message: '压缩包末尾有 5 字节多余数据，已忽略' },
    ]);
  });

  test('reports files of file managers and names in another encoding by name', () => {
    const gbk = Uint8Array.of(0xb5, 0xda);
    expect(summary(makeZip([{ name: '.DS_Store', content: 'x' }])).list).toMatchObject([
      { severity: 'notice', code: 'archive.junk', message: '已忽略系统自动生成的无关文件', path: '.DS_Store' },
    ]);
    expect(summary(makeZip([{ name: gbk, content: 'x', flags: 0 }])).list).toMatchObject([
      { severity: 'repaired', code: 'archive.nameEncoding', message: '文件名没有使用 UTF-8 编码，已按中文编码识别', path: '第' },
    ]);
    // With the UTF-8 flag the name is not read as GBK.
    expect([...summary(makeZip([{ name: gbk, content: 'x', flags: 0x800 }])).archive.entries.keys()]).toEqual(['\u00b5\u00da']);
  });

  test('folders are not entries; names that some systems cannot store are reported', () => {
    const { archive, list } = summary(
      makeZip([
        { name: 'folder/', content: '' },
        { name: 'folder\\con.txt', content: 'x' },
      ]),
    );
    expect([...archive.entries.keys()]).toEqual(['folder/con.txt']);
    expect(list).toMatchObject([
      { severity: 'notice', code: 'archive.awkwardName', message: '文件名在部分系统上无法使用', path: 'folder/con.txt' },
    ]);
  });

  test('reports the entry that is first in the file, whatever the order of the directory', () => {
    const zip = validFile();
    const [first, second] = [zip.subarray(directoryOf(zip), secondOf(zip)), zip.subarray(secondOf(zip), endOf(zip))];
    const turned = Buffer.concat([zip.subarray(0, directoryOf(zip)), second, first, zip.subarray(endOf(zip))]);
    expect(summary(turned).archive.firstPath).toBe('one');
    expect(summary(makeZip([])).archive.firstPath).toBeUndefined();
  });

  test('shows a refused name without its control characters', () => {
    expect(() => open(makeZip([{ name: 'a\nb', content: 'x' }]))).toThrowError(
      expect.objectContaining({ code: 'archive.unsafeName', path: 'a\ufffdb', message: '压缩包内有不安全的文件名：文件名含有控制字符' }),
    );
    expect(() => open(makeZip([{ name: `../${'a'.repeat(300)}`, content: 'x' }]))).toThrowError(
      expect.objectContaining({ path: `../${'a'.repeat(197)}` }),
    );
  });

  test('refuses entries whose total size is too large', () => {
    const zip = makeZip(['a', 'b'].map((name) => ({ name, content: 'x'.repeat(60), stored: true })));
    expect(refusalOf(() => open(zip, { ...ARCHIVE_LIMITS, unpackedBytes: 119 }))).toContain('archive.tooLarge');
    expect(refusalOf(() => open(zip, { ...ARCHIVE_LIMITS, unpackedBytes: 120 }))).toBeUndefined();
    expect(refusalOf(() => open(zip, { ...ARCHIVE_LIMITS, unpackedBytes: 1 }))).toBe('archive.tooLarge: 解压后的内容过大（上限 0 MB）');
  });
});
