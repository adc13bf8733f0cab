/**
 * Determines the type of a resource from its content: the type it is stored and served with. The declared type only decides between
 * types with similar content.
 */
const XML_START = /^(?:\uFEFF|\u00EF\u00BB\u00BF)?\s*</;

/** Types that the content origin may serve. All other files of a book are left out. */
export const SERVED_TYPES: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/svg+xml',
  'text/css',
  'font/ttf',
  'font/otf',
  'font/woff',
  'font/woff2',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/aac',
  'audio/flac',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'text/vtt',
]);

const ascii = (bytes: Uint8Array, start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString('latin1');

/**
 * Returns the media type of a file. `stated`: the declared type; `path`: the file's name; both are used where the bytes are not
 * sufficient. Returns undefined for anything but `SERVED_TYPES` and documents.
 */
export const sniffMediaType = (bytes: Uint8Array, stated: string, path: string): string | undefined => {
  const start = ascii(bytes, 0, 16);
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif';
  if (start.startsWith('RIFF')) return riffType(bytes);
  if (start.startsWith('\x00\x01\x00\x00') || start.startsWith('true') || start.startsWith('ttcf')) return 'font/ttf';
  if (start.startsWith('OTTO')) return 'font/otf';
  if (start.startsWith('wOFF')) return 'font/woff';
  if (start.startsWith('wOF2')) return 'font/woff2';
  if (ascii(bytes, 4, 8) === 'ftyp') return isoMediaType(ascii(bytes, 8, 32), stated);
  if (start.startsWith('\x1aE\xdf\xa3')) return 'video/webm';
  if (start.startsWith('OggS')) return stated.startsWith('video/') ? 'video/ogg' : 'audio/ogg';
  if (start.startsWith('ID3')) return 'audio/mpeg';
  if (start.startsWith('fLaC')) return 'audio/flac';
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xf6) === 0xf0) return 'audio/aac';
  if (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 && stated.startsWith('audio/')) return 'audio/mpeg';
  return textType(bytes, stated, path);
};

const riffType = (bytes: Uint8Array): string | undefined => ({ WEBP: 'image/webp', WAVE: 'audio/wav' })[ascii(bytes, 8, 12)];

const isoMediaType = (brands: string, stated: string): string | undefined => {
  if (/avif|avis/.test(brands)) return 'image/avif';
  if (/heic|heix|mif1/.test(brands)) return undefined;
  return stated.startsWith('audio/') || brands.startsWith('M4A') || brands.startsWith('M4B') ? 'audio/mp4' : 'video/mp4';
};

const textType = (bytes: Uint8Array, stated: string, path: string): string | undefined => {
  const extension = /\.([a-z0-9]+)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
  const head = ascii(bytes, 0, 4_096)
    .replaceAll('\x00', '')
    .replace(/^(?:\xff\xfe|\xfe\xff)/, '');
  if (head.startsWith('WEBVTT') || head.startsWith('\xef\xbb\xbfWEBVTT')) return 'text/vtt';
  if (XML_START.test(head)) {
    const root = /<(?:\w+:)?(svg|html|package|ncx|smil|container)\b/i
      .exec(head.replaceAll(/<!--[\s\S]*?(?:-->|$)/g, ''))?.[1]
      ?.toLowerCase();
    if (root === 'svg') return 'image/svg+xml';
    if (root === 'html' || /^\s*<!doctype html\b/i.test(head)) return 'application/xhtml+xml';
    if (root === undefined && (/html/.test(stated) || /^x?html?$/.test(extension))) return 'application/xhtml+xml';
    return undefined;
  }
  if (stated === 'text/css' || extension === 'css') return 'text/css';
  if (/html/.test(stated) || stated === 'text/x-oeb1-document') return 'application/xhtml+xml';
  return undefined;
};
