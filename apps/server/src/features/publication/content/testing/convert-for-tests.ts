/** Test support: converts a document given as text, in a small synthetic publication. */
import type { ConvertedDocument, RenderedSegment, Resolution } from '../content-model.ts';
import { convertDocument } from '../convert-document.ts';

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  svg: 'image/svg+xml',
  css: 'text/css',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  otf: 'font/otf',
  woff2: 'font/woff2',
};

/** Resolves references to files of the publication by path alone; every image measures 400 by 300 pixels. */
export const resolveAmong =
  (files: ReadonlySet<string>, href: string) =>
  (reference: string): Resolution => {
    let path = reference;
    try {
      path = decodeURIComponent(reference.split('?')[0] ?? '');
    } catch (error) {
      if (!(error instanceof URIError)) throw error;
    }
    const parts = path.startsWith('/') ? [] : href.split('/').slice(0, -1);
    for (const part of path.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    }
    const target = parts.join('/');
    if (!files.has(target)) return { kind: 'missing', reason: '文件不存在' };
    const extension = target.split('.').at(-1)?.toLowerCase() ?? '';
    if (/^x?html?$|^xml$/.test(extension)) return { kind: 'document', href: target };
    const mediaType = MEDIA_TYPES[extension] ?? 'application/octet-stream';
    return { kind: 'resource', href: target, mediaType, ...(mediaType.startsWith('image/') ? { width: 400, height: 300 } : {}) };
  };

export const FILES = new Set([
  ...'OEBPS/text/c1.xhtml OEBPS/text/c2.xhtml OEBPS/img/a.png OEBPS/img/b.svg OEBPS/css/s.css OEBPS/a.mp3 OEBPS/v.mp4 OEBPS/f.otf'.split(
    ' ',
  ),
  'OEBPS/img/图 1.png',
]);

const HREF = 'OEBPS/text/c1.xhtml';

export const convertBytes = (bytes: Uint8Array, mediaType = 'application/xhtml+xml'): ConvertedDocument =>
  convertDocument({ bytes, href: HREF, mediaType, language: 'zh-CN', resolve: resolveAmong(FILES, HREF) });

export const convertText = (markup: string): ConvertedDocument => convertBytes(new TextEncoder().encode(markup));

/** Returns a complete XHTML document with this body content. */
export const inPage = (body: string, head = ''): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xmlns:xlink="http://www.w3.org/1999/xlink"><head><title>章</title>${head}</head><body>${body}</body></html>`;

export const renderAll = (document: ConvertedDocument): RenderedSegment[] =>
  document.render(
    document.blocks.map((_, index) => `b${(index + 1).toString(36)}`),
    (href, fragment) => ({ href, fragment }),
  );

/** Returns the body content of the first segment. */
const bodyOf = (markup: string): string => {
  const xhtml = renderAll(convertText(markup))[0]?.xhtml ?? '';
  return /<body[^>]*>([\s\S]*)<\/body>/.exec(xhtml)?.[1] ?? '';
};

export const cleanBody = (body: string): string => bodyOf(inPage(body));

export const codesOf = (document: ConvertedDocument): string[] => document.findings.map((finding) => finding.code).sort();
