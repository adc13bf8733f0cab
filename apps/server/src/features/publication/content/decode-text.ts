/**
 * Decodes the bytes of a document or style sheet by byte order mark, declaration or meta element, with a cautious guess where these are
 * wrong.
 */
import type { FindingCollector } from './findings.ts';

/** Encodings used by real books; any other label is read as UTF-8. */
const ENCODING_ALIASES = new Set([
  'utf-8',
  'utf-16le',
  'utf-16be',
  'gb18030',
  'gbk',
  'big5',
  'windows-1252',
  'shift_jis',
  'euc-jp',
  'euc-kr',
]);
const HEAD_BYTES = 1_024;

const normalizeLabel = (label: string): string | undefined => {
  const plain = label.trim().toLowerCase();
  if (plain === '') return undefined;
  const encodingName = /^gb_?2312|^gb_?k$|^x-gbk$|^cp936$/.test(plain) ? 'gb18030' : plain.startsWith('big5') ? 'big5' : plain;
  try {
    const name = new TextDecoder(encodingName).encoding;
    return ENCODING_ALIASES.has(name) ? name : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
};

const bomEncoding = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0x3c && bytes[1] === 0) return 'utf-16le';
  if (bytes[0] === 0 && bytes[1] === 0x3c) return 'utf-16be';
  return undefined;
};

const declaredEncoding = (bytes: Uint8Array): string | undefined => {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, HEAD_BYTES)).toString('latin1');
  const label =
    /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]+)["']/.exec(head)?.[1] ??
    /^@charset "([\w.:-]+)"/.exec(head)?.[1] ??
    /<meta[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)/i.exec(head)?.[1];
  const encoding = label === undefined ? undefined : normalizeLabel(label);
  // A declared UTF-16 is ignored, because the file has neither a byte order mark nor zero bytes.
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
};

const decodesAs = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
};

/**
 * Share of broken characters among all non-ASCII characters. Above it, UTF-8 is the wrong encoding; below it, only some characters are
 * mistyped.
 */
const WRONG_SHARE = 0.2;

/**
 * Decodes a file in its declared encoding. Invalid bytes are replaced and reported, unless the file is clearly GB18030 or UTF-8 under a
 * wrong label.
 */
export const decodeText = (bytes: Uint8Array, findings: FindingCollector): string => {
  const byteOrderMark = bomEncoding(bytes);
  const encoding = byteOrderMark ?? declaredEncoding(bytes) ?? 'utf-8';
  const strict = decodesAs(bytes, encoding);
  if (strict !== undefined) return strict;
  if (encoding !== 'utf-8') {
    const asUtf8 = decodesAs(bytes, 'utf-8');
    if (asUtf8 !== undefined) {
      findings.add('encoding.guessed');
      return asUtf8;
    }
  }
  const loose = new TextDecoder(encoding).decode(bytes);
  if (encoding === 'utf-8') {
    const broken = loose.match(/\ufffd/g)?.length ?? 0;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII
    const foreign = loose.match(/[^\x00-\x7f]/g)?.length ?? 0;
    const asChinese = broken > foreign * WRONG_SHARE && broken > 2 ? decodesAs(bytes, 'gb18030') : undefined;
    if (asChinese !== undefined) {
      findings.add('encoding.guessed');
      return asChinese;
    }
  }
  findings.add('encoding.invalidBytes');
  return loose;
};
