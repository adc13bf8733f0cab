/** Allowed uploads, recognized by their first bytes, and their maximum sizes. Source of the signatures: the formats' specifications. */
import { LIMITS } from '@shufang/contract/limits';
import { FILE_LIMITS } from './limits.ts';

/** The kinds of files that may be uploaded. HEIC is not among them, because no free HEVC decoder is available. */
export type Content =
  | { readonly kind: 'picture'; readonly format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' }
  | { readonly kind: 'document'; readonly mediaType: string };

export const HEAD_BYTES = 4_096;

export const latin1 = (bytes: Uint8Array, start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString('latin1');

/** Returns whether a file is AVIF. ISO base media files contain their brand and compatible brands in the first box. */
const isAvif = (head: Uint8Array): boolean => {
  if (latin1(head, 4, 8) !== 'ftyp') return false;
  const bytes = Math.min(Buffer.from(head).readUInt32BE(0), head.length);
  const brands = latin1(head, 8, bytes);
  return brands.includes('avif') && !brands.includes('avis');
};

export const pictureFormat = (head: Uint8Array): Extract<Content, { kind: 'picture' }>['format'] | undefined => {
  const start = latin1(head, 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  return isAvif(head) ? 'avif' : undefined;
};

/** Returns the family of a file by its first bytes; it decides the maximum size. */
export type Family = 'picture' | 'pdf' | 'office' | 'text';

export const familyOf = (head: Uint8Array): Family => {
  if (pictureFormat(head) !== undefined) return 'picture';
  const start = latin1(head, 0, 5);
  if (start === '%PDF-') return 'pdf';
  return start.startsWith('PK\x03\x04') ? 'office' : 'text';
};

export const FAMILY_BYTES: Readonly<Record<Family, number>> = {
  picture: LIMITS.imageBytes,
  pdf: FILE_LIMITS.pdfBytes,
  office: FILE_LIMITS.docxBytes,
  text: FILE_LIMITS.textBytes,
};
