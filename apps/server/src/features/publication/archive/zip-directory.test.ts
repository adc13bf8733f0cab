/** Tests of the ZIP directory with each field falsified in turn: offsets, counts, sizes, volumes, ZIP64. */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { Findings } from '../findings.ts';
import { makeTemporaryFolder, makeZip, type ZipEntry } from '../testing/make-epub.ts';
import { type Archive, type ArchiveLimits, openArchive } from './archive.ts';
import { readBytesAt, readZipDirectory } from './zip-directory.ts';

const { file, remove } = makeTemporaryFolder();
afterAll(remove);

const END_BYTES = 22;
const entries: ZipEntry[] = [
  { name: 'one', content: 'first content', stored: true },
  { name: 'two', content: 'second content, second content' },
];
const validZip = (): Buffer => makeZip(entries);
const endOf = (zip: Buffer): number => zip.length - END_BYTES;
const directoryOf = (zip: Buffer): number => zip.readUInt32LE(endOf(zip) + 16);
/** Returns the offset of the second entry in the central directory. */
const secondOf = (zip: Buffer): number => directoryOf(zip) + 46 + 3;
const changed = (change: (zip: Buffer) => void): Buffer => {
  const zip = validZip();
  change(zip);
  return zip;
};
const open = (bytes: Uint8Array, limits?: ArchiveLimits): Archive => openArchive(file('a.zip', bytes), new Findings(), limits);
const read = (bytes: Uint8Array, entriesMax = 100) => {
  const handle = openSync(file('b.zip', bytes), 'r');
  try {
    return readZipDirectory(handle, bytes.length, entriesMax);
  } finally {
    closeSync(handle);
  }
};
const refusalOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code ?? 'error'}: ${message}`;
  }
};
const damagedOffset = 'archive.damaged: 文件已损坏或不完整：目录位置不正确';
const damagedDirectory = 'archive.damaged: 文件已损坏或不完整：目录不完整';

describe('a valid directory', () => {
  test('lists each entry with its sizes, checksum, method, mode and offset', () => {
    const zip = validZip();
    const { entries: found, trailingBytes, directoryOffset } = read(zip);
    expect(found.map(({ rawName }) => Buffer.from(rawName).toString())).toEqual(['one', 'two']);
    expect(found[0]).toMatchObject({ method: 0, bytes: 13, packedBytes: 13, headerOffset: 0, mode: 0o100644, flags: 0x800 });
    expect(found[1]).toMatchObject({ method: 8, bytes: 30, headerOffset: 30 + 3 + 13 });
    expect(found[0]?.crc).toBe(zip.readUInt32LE(14));
    expect([trailingBytes, directoryOffset]).toEqual([0, directoryOf(zip)]);
  });

  test('may end with an entry that has neither a name nor any other field', () => {
    expect(read(makeZip([...entries, { name: '', content: 'x' }])).entries.map(({ rawName }) => rawName.length)).toEqual([3, 3, 0]);
  });

  test('reports the mode of a file only for archives made on Unix', () => {
    expect(read(changed((zip) => zip.writeUInt8(0, directoryOf(zip) + 5))).entries.map(({ mode }) => mode)).toEqual([0, 0o100644]);
  });

  test('may have extra fields, comments, and an archive comment that looks like another end record', () => {
    const zip = validZip();
    const comment = Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(30, 0xee)]);
    zip.writeUInt16LE(comment.length, endOf(zip) + 20);
    expect(read(Buffer.concat([zip, comment])).entries).toHaveLength(2);
    const parts = validZip();
    const second = secondOf(parts);
    parts.writeUInt16LE(4, directoryOf(parts) + 30);
    parts.writeUInt16LE(2, directoryOf(parts) + 32);
    const at = endOf(parts);
    parts.writeUInt32LE(parts.readUInt32LE(at + 12) + 6, at + 12);
    const wider = Buffer.concat([parts.subarray(0, second), Buffer.from([9, 9, 0, 0, 0x63, 0x63]), parts.subarray(second)]);
    const { entries: found } = read(wider);
    expect(found.map(({ rawName, extra }) => [Buffer.from(rawName).toString(), extra.length])).toEqual([
      ['one', 4],
      ['two', 0],
    ]);
  });

  test('is found if the trailing bytes are at most the maximum comment length plus the tolerance', () => {
    const most = 65_535 + 65_536;
    expect(read(Buffer.concat([validZip(), Buffer.alloc(most)])).trailingBytes).toBe(most);
    expect(refusalOf(() => read(Buffer.concat([validZip(), Buffer.alloc(most + 1)])))).toContain('找不到压缩包的结尾');
  });
});

test('a read past the end of a file is refused', () => {
  const handle = openSync(file('short.bin', Buffer.from('0123456789')), 'r');
  try {
    expect(readBytesAt(handle, 4, 6).toString()).toBe('456789');
    expect(readBytesAt(handle, 10, 0)).toHaveLength(0);
    const refusal = 'archive.damaged: 文件已损坏或不完整：数据提前结束';
    expect([refusalOf(() => readBytesAt(handle, 5, 10)), refusalOf(() => readBytesAt(handle, 10, 1))]).toEqual([refusal, refusal]);
  } finally {
    closeSync(handle);
  }
});

describe('a directory with false fields', () => {
  test.each<[string, (zip: Buffer) => void, string]>([
    ['begins behind itself', (zip) => zip.writeUInt32LE(directoryOf(zip) + 1, endOf(zip) + 16), damagedOffset],
    ['is longer than the file', (zip) => zip.writeUInt32LE(1_000_000, endOf(zip) + 12), damagedOffset],
    ['begins too early', (zip) => zip.writeUInt32LE(directoryOf(zip) - 1, endOf(zip) + 16), damagedDirectory],
    ['counts more entries than it has', (zip) => zip.writeUInt16LE(3, endOf(zip) + 10), damagedDirectory],
    ['has an entry without its mark', (zip) => zip.writeUInt32LE(0, secondOf(zip)), damagedDirectory],
    ['has a name longer than itself', (zip) => zip.writeUInt16LE(4, secondOf(zip) + 28), damagedDirectory],
    ['has an extra field longer than itself', (zip) => zip.writeUInt16LE(1, secondOf(zip) + 30), damagedDirectory],
    ['has a comment longer than itself', (zip) => zip.writeUInt16LE(1, secondOf(zip) + 32), damagedDirectory],
    [
      'is the last of several volumes',
      (zip) => zip.writeUInt16LE(1, endOf(zip) + 4),
      'archive.multiVolume: 这是分卷压缩包的一部分，请先合并成一个文件',
    ],
  ])('is refused: %s', (_, change, refusal) => {
    expect(refusalOf(() => read(changed(change)))).toBe(refusal);
  });

  test('is refused before it is read when it names more entries than are allowed', () => {
    expect(refusalOf(() => read(validZip(), 1))).toBe('archive.tooManyEntries: 压缩包内文件过多（2 个，上限 1 个）');
    expect(refusalOf(() => read(validZip(), 2))).toBeUndefined();
  });

  test('is refused without reading when it is larger than 64 MiB', () => {
    const limit = 64 * 1_048_576;
    const sparse = (directoryBytes: number): string | undefined => {
      const target = file('sparse.zip', Buffer.alloc(0));
      const handle = openSync(target, 'r+');
      try {
        ftruncateSync(handle, directoryBytes + END_BYTES);
        const end = Buffer.alloc(END_BYTES);
        end.writeUInt32LE(0x06054b50, 0);
        end.writeUInt16LE(1, 8);
        end.writeUInt16LE(1, 10);
        end.writeUInt32LE(directoryBytes, 12);
        writeSync(handle, end, 0, END_BYTES, directoryBytes);
        return refusalOf(() => readZipDirectory(handle, directoryBytes + END_BYTES, 100));
      } finally {
        closeSync(handle);
      }
    };
    expect(sparse(limit + 1)).toBe(damagedOffset);
    expect(sparse(limit)).toBe(damagedDirectory);
  });

  test('is refused when it has no end record', () => {
    expect(refusalOf(() => read(Buffer.alloc(100)))).toContain('找不到压缩包的结尾');
    expect(refusalOf(() => read(Buffer.alloc(10)))).toContain('找不到压缩包的结尾');
  });
});

interface Wide {
  readonly locatorOffset?: number;
  readonly locatorSignature?: number;
  readonly endSignature?: number;
  readonly count?: bigint;
  readonly without?: boolean;
}

/** Makes a valid ZIP64 archive: the old end record refers to the ZIP64 end record. */
const wideZip = ({
  locatorOffset,
  locatorSignature = 0x07064b50,
  endSignature = 0x06064b50,
  count = 2n,
  without = false,
}: Wide = {}): Buffer => {
  const zip = validZip();
  const body = zip.subarray(0, endOf(zip));
  const end = Buffer.from(zip.subarray(endOf(zip)));
  const wide = Buffer.alloc(56);
  wide.writeUInt32LE(endSignature, 0);
  wide.writeBigUInt64LE(count, 24);
  wide.writeBigUInt64LE(count, 32);
  wide.writeBigUInt64LE(BigInt(end.readUInt32LE(12)), 40);
  wide.writeBigUInt64LE(BigInt(end.readUInt32LE(16)), 48);
  const locator = Buffer.alloc(20);
  locator.writeUInt32LE(locatorSignature, 0);
  locator.writeBigUInt64LE(BigInt(locatorOffset ?? body.length), 8);
  if (!without) {
    end.writeUInt16LE(0xffff, 4);
    end.writeUInt16LE(0xffff, 10);
    end.writeUInt32LE(0xffffffff, 12);
    end.writeUInt32LE(0xffffffff, 16);
  }
  return Buffer.concat([body, wide, locator, end]);
};

describe('a ZIP64 directory', () => {
  test('is read from its own end record', () => {
    const found = read(wideZip());
    expect(found.entries.map(({ rawName }) => Buffer.from(rawName).toString())).toEqual(['one', 'two']);
    expect(found.directoryOffset).toBe(directoryOf(validZip()));
    expect(read(Buffer.concat([wideZip(), Buffer.alloc(7)])).trailingBytes).toBe(7);
    expect(open(wideZip()).read('two').toString()).toBe('second content, second content');
  });

  test.each([10, 12, 16])('is used when only the field at %i requires it', (at) => {
    const zip = wideZip({ without: true });
    if (at === 10) zip.writeUInt16LE(0xffff, endOf(zip) + at);
    else zip.writeUInt32LE(0xffffffff, endOf(zip) + at);
    expect(read(zip).entries).toHaveLength(2);
  });

  test.each<[string, Wide, string]>([
    ['whose end lies behind the old one', { locatorOffset: 1_000_000 }, damagedOffset],
    ['whose end reaches into the old one', { locatorOffset: wideZip().length - END_BYTES - 55 }, damagedOffset],
    ['whose end record overlaps its locator', { locatorOffset: wideZip().length - END_BYTES - 56 }, damagedDirectory],
    ['whose end is none', { endSignature: 0 }, damagedDirectory],
    ['that counts too many entries', { count: 1_000_000n }, 'archive.tooManyEntries: 压缩包内文件过多（1000000 个，上限 100 个）'],
    ['without the mark of its locator', { locatorSignature: 0 }, 'archive.tooManyEntries: 压缩包内文件过多（65535 个，上限 100 个）'],
  ])('is refused: %s', (_, wide, refusal) => {
    expect(refusalOf(() => read(wideZip(wide)))).toBe(refusal);
  });

  test('is not read when there is no room for its locator', () => {
    const end = Buffer.alloc(END_BYTES);
    end.writeUInt32LE(0x06054b50, 0);
    end.writeUInt16LE(0xffff, 10);
    expect(refusalOf(() => read(Buffer.concat([Buffer.alloc(19), end])))).toBe(damagedOffset);
    // The file has room for a ZIP64 locator but contains none, so the 32-bit end record is used.
    expect(refusalOf(() => read(Buffer.concat([Buffer.alloc(20), end])))).toContain('archive.tooManyEntries');
  });

  /** Makes an archive in which the extra field of the second entry holds the values that did not fit. */
  const withExtra = (fields: readonly (readonly [id: number, values: readonly bigint[]])[], overflowFields: readonly number[]): Buffer => {
    const zip = validZip();
    const second = secondOf(zip);
    const extra = Buffer.concat(
      fields.map(([id, values]) => {
        const body = Buffer.alloc(4 + values.length * 8);
        body.writeUInt16LE(id, 0);
        body.writeUInt16LE(values.length * 8, 2);
        values.forEach((value, index) => body.writeBigUInt64LE(value, 4 + index * 8));
        return body;
      }),
    );
    for (const at of overflowFields) zip.writeUInt32LE(0xffffffff, second + at);
    zip.writeUInt16LE(extra.length, second + 30);
    const end = endOf(zip);
    zip.writeUInt32LE(zip.readUInt32LE(end + 12) + extra.length, end + 12);
    return Buffer.concat([zip.subarray(0, end), extra, zip.subarray(end)]);
  };
  const secondEntry = (zip: Buffer) => read(zip).entries[1];
  const small = read(validZip()).entries[1];

  test('has sizes and offset in its extra field in this order, only those that did not fit', () => {
    expect(secondEntry(withExtra([[1, [30n, 20n, 46n]]], [24, 20, 42]))).toMatchObject({ bytes: 30, packedBytes: 20, headerOffset: 46 });
    expect(secondEntry(withExtra([[1, [77n]]], [24]))).toMatchObject({ bytes: 77, packedBytes: small?.packedBytes, headerOffset: 46 });
    expect(secondEntry(withExtra([[1, [77n]]], [20]))).toMatchObject({ bytes: 30, packedBytes: 77, headerOffset: 46 });
    expect(secondEntry(withExtra([[1, [77n]]], [42]))).toMatchObject({ bytes: 30, packedBytes: small?.packedBytes, headerOffset: 77 });
  });

  test('has its extra field found behind another, and ignored where everything fits', () => {
    expect(
      secondEntry(
        withExtra(
          [
            [0x5455, [5n]],
            [1, [77n]],
          ],
          [24],
        ),
      ),
    ).toMatchObject({ bytes: 77 });
    expect(secondEntry(withExtra([[1, [77n, 78n, 79n]]], []))).toMatchObject({ bytes: 30, headerOffset: 46 });
    expect(secondEntry(withExtra([[0x5455, [5n]]], [24]))).toMatchObject({ bytes: 0xffffffff });
  });

  test('is refused when its extra field is too short', () => {
    expect(refusalOf(() => secondEntry(withExtra([[1, [30n]]], [24, 20])))).toBe(damagedDirectory);
    expect(refusalOf(() => secondEntry(withExtra([[1, []]], [24])))).toBe(damagedDirectory);
  });
});

describe('entries with false fields', () => {
  const offsetRefusal = 'archive.damaged: 文件已损坏或不完整：条目位置不正确';
  const content = '文件已损坏：内容与校验值不符';
  const pieces = (archive: Archive, name: string): Buffer => {
    const out: Uint8Array[] = [];
    archive.readInPieces(name, (piece) => out.push(Buffer.from(piece)));
    return Buffer.concat(out);
  };

  test('are refused when the offset of their data is wrong', () => {
    expect(refusalOf(() => open(changed((zip) => zip.writeUInt32LE(0, 30 + 3 + 13))))).toBe(offsetRefusal);
    expect(refusalOf(() => open(changed((zip) => zip.writeUInt32LE(directoryOf(zip) - 10, secondOf(zip) + 42))))).toBe(offsetRefusal);
  });

  test('are refused when their data overlaps the directory', () => {
    expect(
      refusalOf(() => open(changed((zip) => zip.writeUInt32LE(zip.readUInt32LE(secondOf(zip) + 20) + 1, secondOf(zip) + 20)))),
    ).toContain('archive.overlap');
  });

  test.each([
    ['stored', true],
    ['deflated', false],
  ])('are refused when their checksum is wrong, read at once and in pieces: %s', (_, stored) => {
    const archive = open(makeZip([{ name: 'film', content: 'the same length', stored, crc: 1 }]));
    expect(refusalOf(() => archive.read('film'))).toContain(content);
    expect(refusalOf(() => pieces(archive, 'film'))).toContain(content);
    expect(() => archive.read('film')).toThrowError(expect.objectContaining({ path: 'film' }));
  });

  test.each([
    ['stored', true],
    ['deflated', false],
  ])('are refused when their size is too large or too small: %s', (_, stored) => {
    for (const declaredBytes of [14, 16]) {
      const archive = open(makeZip([{ name: 'film', content: 'the same length', stored, declaredBytes }]));
      expect(refusalOf(() => archive.read('film'))).toContain('archive.damaged');
      expect(refusalOf(() => pieces(archive, 'film'))).toContain(content);
    }
  });

  test('never yield more bytes than they declare', () => {
    const archive = open(makeZip([{ name: 'film', content: 'x'.repeat(3_000_000), stored: true, declaredBytes: 1_500_000 }]));
    let bytes = 0;
    expect(
      refusalOf(() =>
        archive.readInPieces('film', (piece) => {
          bytes += piece.length;
        }),
      ),
    ).toContain(content);
    expect(bytes).toBeLessThanOrEqual(1_500_000);
  });

  test('are refused when the compression method is unknown', () => {
    const archive = open(changed((zip) => zip.writeUInt16LE(12, secondOf(zip) + 10)));
    const refusal = 'archive.method: 压缩包使用了不支持的压缩方法';
    expect(refusalOf(() => archive.read('two'))).toBe(refusal);
    expect(refusalOf(() => pieces(archive, 'two'))).toBe(refusal);
    for (const work of [() => archive.read('two'), () => pieces(archive, 'two')])
      expect(work).toThrowError(expect.objectContaining({ path: 'two' }));
    expect(archive.read('one').toString()).toBe('first content');
  });

  test('are refused when their data cannot be unpacked', () => {
    const zip = changed((whole) => whole.fill(0xff, 30 + 3 + 13 + 30 + 3, 30 + 3 + 13 + 30 + 3 + 8));
    const archive = open(zip);
    expect(refusalOf(() => archive.read('two'))).toBe('archive.damaged: 文件已损坏：无法解压');
    expect(() => archive.read('two')).toThrowError(expect.objectContaining({ path: 'two' }));
    expect(refusalOf(() => pieces(archive, 'two'))).toContain(content);
  });

  test('are not taken for archives by their first bytes when they cannot be unpacked', () => {
    const zip = makeZip([{ name: 'two', content: makeZip([{ name: 'a', content: 'x' }]) }]);
    expect(refusalOf(() => open(zip))).toContain('archive.nested');
    zip.writeUInt16LE(12, directoryOf(zip) + 10);
    expect(refusalOf(() => open(zip))).toBeUndefined();
  });

  test('are refused when they begin within the last bytes before the directory', () => {
    const header = Buffer.alloc(29);
    header.writeUInt32LE(0x04034b50, 0);
    const zip = makeZip([
      { name: 'one', content: Buffer.concat([Buffer.alloc(40), header]), stored: true },
      { name: 'two', content: '' },
    ]);
    // The second entry is cut out of the file, so that the data of the first entry end at the directory. The directory then claims that the
    // second entry begins in the last 29 bytes of these data.
    const [from, to] = [30 + 3 + 69, directoryOf(zip)];
    const cut = Buffer.concat([zip.subarray(0, from), zip.subarray(to)]);
    const end = cut.length - END_BYTES;
    cut.writeUInt32LE(from, end + 16);
    const first = from;
    cut.writeUInt32LE(40, first + 20);
    cut.writeUInt32LE(from - 29, first + 46 + 3 + 42);
    expect(refusalOf(() => open(cut))).toBe(offsetRefusal);
  });

  test('are accepted when the last one is as short as an entry can be', () => {
    const zip = makeZip([
      { name: 'one', content: 'x' },
      { name: 'e', content: '', stored: true },
    ]);
    // The name is removed from the local header of the last entry but not from its directory entry; the entry must still be readable.
    const directory = directoryOf(zip);
    zip.writeUInt16LE(0, directory - 31 + 26);
    const shorter = Buffer.concat([zip.subarray(0, directory - 1), zip.subarray(directory)]);
    shorter.writeUInt32LE(directory - 1, shorter.length - END_BYTES + 16);
    expect(open(shorter).read('e')).toHaveLength(0);
  });

  test('are accepted when an extra field precedes their data', () => {
    const zip = makeZip([{ name: 'one', content: 'content', stored: true }]);
    zip.writeUInt16LE(4, 28);
    const wider = Buffer.concat([zip.subarray(0, 33), Buffer.from([9, 9, 0, 0]), zip.subarray(33)]);
    wider.writeUInt32LE(directoryOf(zip) + 4, wider.length - END_BYTES + 16);
    expect(open(wider).read('one').toString()).toBe('content');
  });

  test.each([
    ['stored', true],
    ['deflated', false],
  ])('do not hide an error of the receiver of their pieces: %s', (_, stored) => {
    const archive = open(makeZip([{ name: 'film', content: 'the same length', stored }]));
    const full = new Error('no space left on the disk');
    expect(() =>
      archive.readInPieces('film', () => {
        throw full;
      }),
    ).toThrow(full);
  });

  test('are refused when they are missing', () => {
    const archive = open(validZip());
    expect(() => archive.read('three')).toThrow('no entry three');
    expect(() => pieces(archive, 'three')).toThrow('no entry three');
  });

  test('may be empty, and small files may be read in pieces', () => {
    const archive = open(
      makeZip([
        { name: 'nothing', content: '' },
        { name: 'stored', content: '', stored: true },
      ]),
    );
    for (const name of ['nothing', 'stored']) {
      expect(archive.read(name)).toHaveLength(0);
      expect(pieces(archive, name)).toHaveLength(0);
    }
    expect(pieces(open(validZip()), 'two').toString()).toBe('second content, second content');
  });
});
