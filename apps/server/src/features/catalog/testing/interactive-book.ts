/** A book with one document that has scripts, for tests of their approval. */
import type { BookOptions } from '../../publication/testing/make-epub.ts';

const NS = 'xmlns="http://www.w3.org/1999/xhtml"';

export const interactiveBook = (title = '互动读本'): BookOptions => ({
  metadata: `<dc:identifier id="id">${title}</dc:identifier><dc:title>${title}</dc:title><dc:language>zh-CN</dc:language><meta property="dcterms:modified">2026-01-01T00:00:00Z</meta>`,
  manifest:
    '<item id="s" href="play.xhtml" media-type="application/xhtml+xml" properties="scripted"/><item id="j" href="play.js" media-type="text/javascript"/><item id="p" href="play.css" media-type="text/css"/>',
  spine: '<itemref idref="s"/>',
  files: {
    'OEBPS/play.xhtml': `<html ${NS}><head><title>抛硬币</title><link rel="stylesheet" href="play.css"/><script src="play.js"></script></head><body><h1>抛硬币</h1><p id="out">没有抛过。</p></body></html>`,
    'OEBPS/play.js': "document.title = '已运行';",
    'OEBPS/play.css': 'p { color: green }',
  },
});
