/** Makes small EPUB files for tests: a valid one, in which each test changes one thing. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string | Uint8Array;
  readonly content: Uint8Array | string;
  readonly stored?: boolean;
  /** Values that replace the correct ones in the headers of the entry. */
  readonly flags?: number;
  readonly declaredBytes?: number;
  readonly crc?: number;
  readonly mode?: number;
  /** Whether the entry refers to the data of the previous entry. */
  readonly shareData?: boolean;
}

/** Writes a ZIP file byte by byte, so that tests can falsify every field. */
export const makeZip = (entries: readonly ZipEntry[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let before = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = Buffer.from(entry.content);
    const packed = entry.stored ? content : deflateRawSync(content);
    const crc = entry.crc ?? crc32(content);
    const bytes = entry.declaredBytes ?? content.length;
    const method = entry.stored ? 0 : 8;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(entry.flags ?? 0x800, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(crc, 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(bytes, 22);
    local.writeUInt16LE(name.length, 26);
    const at = entry.shareData ? before : offset;
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(0x0314, 4);
    local.copy(central, 6, 4, 30);
    central.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    central.writeUInt32LE(at, 42);
    directory.push(central, name);
    if (entry.shareData) continue;
    parts.push(local, name, packed);
    before = offset;
    offset += 30 + name.length + packed.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
};

const CONTAINER = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

const chapterPage = (title: string, ...paragraphs: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="zh-CN"><head><title>${title}</title></head><body><h1 id="top">${title}</h1>${paragraphs.map((text, index) => `<p id="p${index + 1}">${text}</p>`).join('')}</body></html>`;

export interface BookOptions {
  readonly metadata?: string;
  readonly manifest?: string;
  readonly spine?: string;
  readonly packageAttributes?: string;
  readonly spineAttributes?: string;
  readonly nav?: string;
  readonly chapters?: readonly (readonly [title: string, ...paragraphs: string[]])[];
  /** Additional files, or replacements of the default ones; undefined leaves a file out. */
  readonly files?: Readonly<Record<string, string | Uint8Array | undefined>>;
}

const CHAPTERS: NonNullable<BookOptions['chapters']> = [
  ['第一章 学而', '学而时习之，不亦说乎？', '有朋自远方来，不亦乐乎？'],
  ['第二章 为政', '为政以德，譬如北辰，居其所而众星共之。'],
];

/** Returns the files of a small valid EPUB 3 by path, `mimetype` first. */
export const bookFiles = (options: BookOptions = {}): Map<string, string | Uint8Array> => {
  const chapters = options.chapters ?? CHAPTERS;
  const items = chapters
    .map((_, index) => `<item id="c${index + 1}" href="c${index + 1}.xhtml" media-type="application/xhtml+xml"/>`)
    .join('');
  const refs = chapters.map((_, index) => `<itemref idref="c${index + 1}"/>`).join('');
  const links = chapters.map(([title], index) => `<li><a href="c${index + 1}.xhtml#top">${title}</a></li>`).join('');
  const files = new Map<string, string | Uint8Array>([
    ['mimetype', 'application/epub+zip'],
    ['META-INF/container.xml', CONTAINER],
    [
      'OEBPS/content.opf',
      `<?xml version="1.0" encoding="UTF-8"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" ${options.packageAttributes ?? ''}><metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">${
        options.metadata ??
        '<dc:identifier id="id">urn:uuid:12345678-1234-1234-1234-123456789abc</dc:identifier><dc:title>论语选读</dc:title><dc:language>zh-CN</dc:language><dc:creator>孔子弟子</dc:creator><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>'
      }</metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items}${options.manifest ?? ''}</manifest><spine ${options.spineAttributes ?? ''}>${refs}${options.spine ?? ''}</spine></package>`,
    ],
    [
      'OEBPS/nav.xhtml',
      options.nav ??
        `<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>目录</title></head><body><nav epub:type="toc"><ol>${links}</ol></nav></body></html>`,
    ],
    ...chapters.map(([title, ...paragraphs], index): [string, string] => [`OEBPS/c${index + 1}.xhtml`, chapterPage(title, ...paragraphs)]),
  ]);
  for (const [name, content] of Object.entries(options.files ?? {})) {
    if (content === undefined) files.delete(name);
    else files.set(name, content);
  }
  return files;
};

export const makeEpub = (options: BookOptions = {}): Buffer =>
  makeZip([...bookFiles(options)].map(([name, content]) => ({ name, content, stored: name === 'mimetype' })));

/** Creates a temporary folder; `file` writes into it and returns the path. */
export const makeTemporaryFolder = (
  parent = tmpdir(),
): { folder: string; file: (name: string, bytes: Uint8Array) => string; remove: () => void } => {
  const folder = mkdtempSync(path.join(parent, 'shufang-media-'));
  return {
    folder,
    file: (name, bytes) => {
      const target = path.join(folder, name);
      writeFileSync(target, bytes);
      return target;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
};
