/** Says what an uploaded file is by its bytes, whatever its name says. Source of the signatures: the formats' specifications. */

import { isUtf8 } from 'node:buffer';
import { open, readFile } from 'node:fs/promises';
import { LIMITS } from '@shufang/contract';
import { openArchive } from '../media/archive/archive.ts';
import { Findings } from '../media/findings.ts';
import { ImportRefusal } from '../media/import-refusal.ts';

/** What may be uploaded. HEIC is not among it: no free decoder of HEVC is at hand. */
export type Content =
  | { readonly kind: 'picture'; readonly format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' }
  | { readonly kind: 'document'; readonly mediaType: string };

export const HEAD_BYTES = 4_096;
const TAIL_BYTES = 4_096;
/** A document of a person has far fewer parts than a book may have. */
const OFFICE_ENTRIES_MAX = 5_000;
const OFFICE_TYPES_BYTES_MAX = 1_048_576;

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const latin1 = (bytes: Uint8Array, start: number, end: number): string => Buffer.from(bytes.subarray(start, end)).toString('latin1');

/** ISO base media files name their kind and what they are compatible with in the first box. */
const isAvif = (head: Uint8Array): boolean => {
  if (latin1(head, 4, 8) !== 'ftyp') return false;
  const bytes = Math.min(Buffer.from(head).readUInt32BE(0), head.length);
  const brands = latin1(head, 8, bytes);
  return brands.includes('avif') && !brands.includes('avis');
};

const pictureFormat = (head: Uint8Array): Extract<Content, { kind: 'picture' }>['format'] | undefined => {
  const start = latin1(head, 0, 16);
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF[^]{4}WEBP/.test(start)) return 'webp';
  return isAvif(head) ? 'avif' : undefined;
};

/** The family by the first bytes, which decides how large the file may be. */
export type Family = 'picture' | 'pdf' | 'office' | 'text';

export const familyOf = (head: Uint8Array): Family => {
  if (pictureFormat(head) !== undefined) return 'picture';
  const start = latin1(head, 0, 5);
  if (start === '%PDF-') return 'pdf';
  return start.startsWith('PK\x03\x04') ? 'office' : 'text';
};

export const FAMILY_BYTES: Readonly<Record<Family, number>> = {
  picture: LIMITS.imageBytes,
  pdf: LIMITS.pdfBytes,
  office: LIMITS.docxBytes,
  text: LIMITS.textBytes,
};

const readPart = async (filePath: string, at: (size: number) => number, bytes: number): Promise<Buffer> => {
  const file = await open(filePath, 'r');
  try {
    const { size } = await file.stat();
    const part = Buffer.alloc(bytes);
    const { bytesRead } = await file.read(part, 0, bytes, Math.max(0, at(size)));
    return part.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** A document with macros has another main type, and so is none of these. */
const officeType = (filePath: string): string | undefined => {
  const limits = {
    entries: OFFICE_ENTRIES_MAX,
    unpackedBytes: LIMITS.archiveUnpackedBytes,
    ratio: LIMITS.archiveRatio,
    ratioFromBytes: LIMITS.archiveRatioFromBytes,
  };
  let archive: ReturnType<typeof openArchive>;
  try {
    archive = openArchive(filePath, new Findings(), limits);
  } catch (error) {
    if (error instanceof ImportRefusal) return undefined;
    throw error;
  }
  try {
    const types = archive.entries.get('[Content_Types].xml');
    if (types === undefined || types.bytes > OFFICE_TYPES_BYTES_MAX) return undefined;
    const declared = archive.read(types.path).toString('utf8');
    if ([...archive.entries.keys()].some((name) => /vbaProject\.bin$/i.test(name))) return undefined;
    return [
      [DOCX, 'word/document.xml'],
      [XLSX, 'xl/workbook.xml'],
      [PPTX, 'ppt/presentation.xml'],
    ].find(([type, part]) => archive.entries.has(part ?? '') && declared.includes(`"${type}.main+xml"`))?.[0];
  } catch (error) {
    if (error instanceof ImportRefusal) return undefined;
    throw error;
  } finally {
    archive.close();
  }
};

/** Clean UTF-8 without control characters, and no mark-up: pages and drawings can carry scripts. */
const isPlainText = (bytes: Buffer): boolean => {
  if (bytes.length === 0 || !isUtf8(bytes)) return false;
  if (bytes.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d)) return false;
  if (bytes.includes(0x7f)) return false;
  const start = bytes
    .subarray(0, HEAD_BYTES)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  return !/^(?:<[!?/a-z]|\{\\rtf)/i.test(start) && !/^(?:%!PS|#!)/.test(start);
};

/** `undefined` for everything people may not upload. `name` only tells a table in text (CSV) from other text. */
export const recogniseContent = async (filePath: string, name: string): Promise<Content | undefined> => {
  const head = await readPart(filePath, () => 0, HEAD_BYTES);
  switch (familyOf(head)) {
    case 'picture': {
      const format = pictureFormat(head);
      return format && { kind: 'picture', format };
    }
    case 'pdf': {
      const tail = await readPart(filePath, (size) => size - TAIL_BYTES, TAIL_BYTES);
      return /^%PDF-[12]\.\d/.test(latin1(head, 0, 8)) && tail.includes('%%EOF')
        ? { kind: 'document', mediaType: 'application/pdf' }
        : undefined;
    }
    case 'office': {
      const mediaType = officeType(filePath);
      return mediaType === undefined ? undefined : { kind: 'document', mediaType };
    }
    case 'text':
      if (!isPlainText(await readFile(filePath))) return undefined;
      return { kind: 'document', mediaType: /\.csv$/i.test(name) ? 'text/csv' : 'text/plain' };
  }
};
