/** Writes an EPUB of our own: a short chapter and one giant one, always the same characters. */
import { strToU8, zipSync } from 'fflate';

const COMMON =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经';
const PARAGRAPH_CHARS = 120;

/** Numbers that look random and are the same in every run. */
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

/** Contents: 开头 (short), 长章 (the giant chapter), 长章中部 (its middle). */
export const makeBook = (giantChars: number): Uint8Array => {
  const all = paragraphs(giantChars);
  const middle = Math.floor(all.length / 2);
  const giant = all.map((text, index) => `<p${index === middle ? ' id="middle"' : ''}>${text}</p>`);
  const entries =
    '<li><a href="short.xhtml">开头</a></li><li><a href="giant.xhtml">长章</a></li><li><a href="giant.xhtml#middle">长章中部</a></li>';
  const files: Record<string, string> = {
    'META-INF/container.xml':
      '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'book.opf':
      '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:shufang:bench</dc:identifier><dc:title>长章之书</dc:title><dc:language>zh-CN</dc:language><meta property="dcterms:modified">2025-01-01T00:00:00Z</meta></metadata><manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/><item id="short" href="short.xhtml" media-type="application/xhtml+xml"/><item id="giant" href="giant.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="short"/><itemref idref="giant"/></spine></package>',
    'nav.xhtml': page('目录', `<nav epub:type="toc"><ol>${entries}</ol></nav>`),
    'giant.xhtml': page('长章', `<h1>长章</h1>${giant.join('\n')}`),
    'short.xhtml': page('开头', `<h1>开头</h1><p>${all[0] ?? ''}</p>`),
  };
  const packed = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(
    { mimetype: [strToU8('application/epub+zip'), { level: 0 }], ...Object.fromEntries(packed) },
    { mtime: '2025-01-01T00:00:00' },
  );
};
