/** Recognizes an uploaded file by its bytes, never by its name. Runs in an isolated process (`content.task.ts`). */

import { isUtf8 } from 'node:buffer';
import { open, readFile } from 'node:fs/promises';
import { openArchive } from '../publication/archive/archive.ts';
import { Findings } from '../publication/findings.ts';
import { ImportRefusal } from '../publication/import-refusal.ts';
import { PUBLICATION_LIMITS } from '../publication/limits.ts';
import { type Content, familyOf, HEAD_BYTES, latin1, pictureFormat } from './upload-kinds.ts';

const TAIL_BYTES = 4_096;
/** Maximum number of archive entries of an office document, which has far fewer than a book. */
const OFFICE_ENTRIES_MAX = 5_000;
const OFFICE_TYPES_BYTES_MAX = 1_048_576;

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

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

/** Returns the type of an office document. A document with macros has a different main type, so it is not recognized. */
const officeType = (filePath: string): string | undefined => {
  const limits = {
    entries: OFFICE_ENTRIES_MAX,
    unpackedBytes: PUBLICATION_LIMITS.archiveUnpackedBytes,
    ratio: PUBLICATION_LIMITS.archiveRatio,
    ratioFromBytes: PUBLICATION_LIMITS.archiveRatioFromBytes,
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

/**
 * Returns whether a file is UTF-8 text without control characters. Text with markup is refused, because HTML and SVG can contain scripts.
 */
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

/** Recognizes a file; undefined for one that may not be uploaded. `name` only distinguishes CSV from other text. */
export const recognizeContent = async (filePath: string, name: string): Promise<Content | undefined> => {
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
