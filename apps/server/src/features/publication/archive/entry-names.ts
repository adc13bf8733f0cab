/**
 * Names of archive entries: decoding, and names that are refused. Nothing is ever written to such a path; the rules keep names
 * unambiguous.
 */
import { crc32 } from 'node:zlib';
import { PUBLICATION_LIMITS } from '../limits.ts';

export interface EntryName {
  readonly name: string;
  /** The encoding of the name; `gbk`: written by a Chinese Windows tool without the UTF-8 flag. */
  readonly encoding: 'utf-8' | 'gbk' | 'latin1';
}

const UNICODE_PATH_FIELD = 0x7075;

/**
 * Decodes the name of an entry. ZIP 6.3.10 §4.4.17 and appendix D: UTF-8 by flag or by the Info-ZIP field. Many tools write the system's
 * encoding without a flag.
 */
export const decodeEntryName = (raw: Uint8Array, utf8Flag: boolean, extra: Uint8Array): EntryName => {
  const utf8 = decodeStrictly('utf-8', raw);
  if (utf8 !== undefined) return { name: utf8, encoding: 'utf-8' };
  if (!utf8Flag) {
    const unicodePath = readUnicodePath(raw, extra);
    if (unicodePath !== undefined) return { name: unicodePath, encoding: 'utf-8' };
    const gbk = decodeStrictly('gb18030', raw);
    if (gbk !== undefined) return { name: gbk, encoding: 'gbk' };
  }
  return { name: Buffer.from(raw).toString('latin1'), encoding: 'latin1' };
};

const decodeStrictly = (encoding: string, raw: Uint8Array): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return undefined;
  }
};

const readUnicodePath = (raw: Uint8Array, extra: Uint8Array): string | undefined => {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  for (let at = 0; at + 4 <= extra.length; ) {
    const id = view.getUint16(at, true);
    const size = view.getUint16(at + 2, true);
    const body = extra.subarray(at + 4, at + 4 + size);
    if (id === UNICODE_PATH_FIELD && body.length > 5 && body[0] === 1 && view.getUint32(at + 5, true) === crc32(raw)) {
      return decodeStrictly('utf-8', body.subarray(5));
    }
    at += 4 + size;
  }
  return undefined;
};

/** Returns the Chinese reason why a name is refused, or undefined. Checks the name and its percent-decoded form. */
export const dangerOfName = (name: string): string | undefined => {
  if (name.length === 0) return '文件名为空';
  if (name.length > PUBLICATION_LIMITS.archivePathChars) return '文件名过长';
  for (const form of [name, percentDecoded(name)]) {
    if (/[\u0000-\u001f\u007f\u2028\u2029]/u.test(form)) return '文件名含有控制字符';
    const path = form.replaceAll('\\', '/');
    if (path.startsWith('/')) return '文件名是绝对路径';
    if (/^[a-z]:/i.test(path)) return '文件名带有盘符';
    if (path.split('/').includes('..')) return '文件名指向压缩包之外';
  }
  return undefined;
};

const percentDecoded = (name: string): string => {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

/** Returns whether some systems cannot store a file of this name; harmless here, listed in the report. */
export const isAwkwardName = (name: string): boolean =>
  name
    .split('/')
    .some(
      (part) =>
        /[<>:"|?*\\]/.test(part) ||
        /[. ]$/.test(part) ||
        /^(?:con|prn|aux|nul|com[0-9]|lpt[0-9])(?:\.|$)/i.test(part) ||
        Buffer.byteLength(part) > 255,
    );

/** Returns whether the file was written by a file manager and is not part of the publication. */
export const isSystemJunk = (name: string): boolean => /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._[^/]*)$/i.test(name);

/** Returns the same key for names that a file system or reader could take for the same file. */
export const nameCollisionKey = (name: string): string => name.normalize('NFC').toLowerCase();
