/** Generates EPUBs, the same in every run: a short chapter and a giant chapter; many chapters; a book full of pictures. */
import { crc32, deflateSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { makeLibraryBook } from './library/make-library.ts';

const COMMON =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经';
const PARAGRAPH_CHARS = 120;

/** Returns a generator of pseudo-random numbers, the same in every run. */
const sequence = (): (() => number) => {
  let state = 20_251_121;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
};

const paragraphs = (chars: number): string[] => {
  const next = sequence();
  return Array.from({ length: Math.ceil(chars / PARAGRAPH_CHARS) }, () => {
    let text = '';
    while (text.length < PARAGRAPH_CHARS - 1) text += text.length % 17 === 16 ? '，' : (COMMON[Math.floor(next() * COMMON.length)] ?? '的');
    return `${text}。`;
  });
};

const page = (title: string, body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE html>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="zh-CN" lang="zh-CN"><head><title>${title}</title></head><body>${body}</body></html>`;

interface Part {
  readonly href: string;
  readonly title: string;
  readonly body: string;
}

const packageOf = (title: string, documents: readonly Part[], pictures: readonly string[]): string => {
  const items = [
    ...documents.map(({ href }, n) => `<item id="d${n}" href="${href}" media-type="application/xhtml+xml"/>`),
    ...pictures.map((href, n) => `<item id="p${n}" href="${href}" media-type="image/png"${n === 0 ? ' properties="cover-image"' : ''}/>`),
  ];
  return `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:shufang:bench:${encodeURIComponent(title)}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><meta property="dcterms:modified">2025-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>${items.join('')}</manifest><spine>${documents.map((_, n) => `<itemref idref="d${n}"/>`).join('')}</spine></package>`;
};

const CONTAINER =
  '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>';

/** Returns an EPUB of the given documents; `contents`: the list of the navigation document. */
const pack = (title: string, documents: readonly Part[], contents: string, pictures: ReadonlyMap<string, Uint8Array>): Uint8Array => {
  const files: Record<string, string> = {
    'META-INF/container.xml': CONTAINER,
    'book.opf': packageOf(title, documents, [...pictures.keys()]),
    'nav.xhtml': page('目录', `<nav epub:type="toc"><ol>${contents}</ol></nav>`),
    ...Object.fromEntries(documents.map((part) => [part.href, page(part.title, part.body)])),
  };
  return zipSync(
    {
      mimetype: [strToU8('application/epub+zip'), { level: 0 }],
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const)),
      // Pictures are stored without compression, because they are already compressed.
      ...Object.fromEntries([...pictures].map(([name, bytes]) => [name, [bytes, { level: 0 }] as const])),
    },
    { mtime: '2025-01-01T00:00:00' },
  );
};

/** Returns a book with these entries in its table of contents: 开头 (a short chapter), 长章 (the giant chapter), 长章中部 (its middle). */
export const makeBook = (giantChars: number): Uint8Array => {
  const all = paragraphs(giantChars);
  const middle = Math.floor(all.length / 2);
  const giant = all.map((text, index) => `<p${index === middle ? ' id="middle"' : ''}>${text}</p>`);
  const documents = [
    { href: 'short.xhtml', title: '开头', body: `<h1>开头</h1><p>${all[0] ?? ''}</p>` },
    { href: 'giant.xhtml', title: '长章', body: `<h1>长章</h1>${giant.join('\n')}` },
  ];
  const entries =
    '<li><a href="short.xhtml">开头</a></li><li><a href="giant.xhtml">长章</a></li><li><a href="giant.xhtml#middle">长章中部</a></li>';
  return pack('长章之书', documents, entries, new Map());
};

/** Returns a book of `count` chapters of about `chars` characters each, with the word frequencies of a natural language. */
export const makeChapteredBook = (count: number, chars: number): Uint8Array => {
  const text = makeLibraryBook(1, count * (chars + PARAGRAPH_CHARS)).chapters.flat();
  let used = 0;
  const documents = Array.from({ length: count }, (_, n) => {
    const title = `第 ${n + 1} 章`;
    let body = '';
    for (let made = 0; made < chars && used < text.length; used += 1) {
      body += `<p>${text[used]}</p>\n`;
      made += text[used]?.length ?? 0;
    }
    return { href: `c${n + 1}.xhtml`, title, body: `<h1>${title}</h1>${body}` };
  });
  const entries = documents.map(({ href, title }) => `<li><a href="${href}">${title}</a></li>`).join('');
  return pack(`${count} 章之书`, documents, entries, new Map());
};

const pngChunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};

/** Returns a picture of noise, which cannot be compressed: about `width * height * 3` bytes. */
const makePicture = (width: number, height: number, next: () => number): Uint8Array => {
  const rows = Buffer.alloc(height * (1 + width * 3));
  for (let at = 0; at < rows.length; at += 1) rows[at] = at % (1 + width * 3) === 0 ? 0 : Math.floor(next() * 256);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
};

const PICTURE = { width: 700, height: 500 };
const CHAPTER_CHARS = 6_000;

/** Returns a book of about `bytes` bytes: chapters of 6,000 characters, each with a picture of one megabyte. */
export const makeIllustratedBook = (bytes: number): Uint8Array => {
  const next = sequence();
  const count = Math.round(bytes / (PICTURE.width * PICTURE.height * 3));
  const text = paragraphs(CHAPTER_CHARS);
  const pictures = new Map(Array.from({ length: count }, (_, n) => [`p${n + 1}.png`, makePicture(PICTURE.width, PICTURE.height, next)]));
  const documents = Array.from({ length: count }, (_, n) => ({
    href: `c${n + 1}.xhtml`,
    title: `第 ${n + 1} 章`,
    body: `<h1>第 ${n + 1} 章</h1><figure><img src="p${n + 1}.png" alt="第 ${n + 1} 幅"/><figcaption>图 ${n + 1}</figcaption></figure>${text.map((each) => `<p>${n + 1}，${each}</p>`).join('\n')}`,
  }));
  const entries = documents.map(({ href, title }) => `<li><a href="${href}">${title}</a></li>`).join('');
  return pack('图画之书', documents, entries, pictures);
};
