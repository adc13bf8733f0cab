/** Bytes of a document or style sheet to text: byte order mark, declaration, meta, and a careful guess where these are wrong. */
import type { FindingCollector } from './findings.ts';

/** Encodings that books are really written in; anything else a label may name is read as UTF-8. */
const KNOWN = new Set(['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'gbk', 'big5', 'windows-1252', 'shift_jis', 'euc-jp', 'euc-kr']);
const HEAD_BYTES = 1_024;

const normaliseLabel = (label: string): string | undefined => {
  const plain = label.trim().toLowerCase();
  if (plain === '') return undefined;
  const wanted = /^gb_?2312|^gb_?k$|^x-gbk$|^cp936$/.test(plain) ? 'gb18030' : plain.startsWith('big5') ? 'big5' : plain;
  try {
    const name = new TextDecoder(wanted).encoding;
    return KNOWN.has(name) ? name : undefined;
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
  const encoding = label === undefined ? undefined : normaliseLabel(label);
  // Without a mark or zero bytes the file cannot really be UTF-16, whatever it says.
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

/** Share of broken characters among all that are not ASCII, above which UTF-8 is the wrong reading and not a slip. */
const WRONG_SHARE = 0.2;

/** Decodes as declared; bytes that do not fit are replaced and reported, unless the whole is plainly GB18030 or UTF-8 under a wrong label. */
export const decodeText = (bytes: Uint8Array, findings: FindingCollector): string => {
  const marked = bomEncoding(bytes);
  const encoding = marked ?? declaredEncoding(bytes) ?? 'utf-8';
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
