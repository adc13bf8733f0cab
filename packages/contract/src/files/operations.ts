/** People's own files: pictures, proofs, exports (product spec, section 7). Multipart calls carry the file in the field `file`. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { pageLimit } from '../page-limit.ts';
import { operation } from '../wire/operation.ts';

/** Pictures anyone may see: `PICTURE_PATH/<sha256>.webp`. Not in the envelope. */
export const PICTURE_PATH = '/api/file/picture';

const fileId = z.string().min(1).max(64);

export const userFile = z.object({
  id: z.string(),
  name: z.string(),
  /** What the bytes are, whatever their name says. */
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  createdAt: z.number().int(),
  /** Where a picture can be seen by anyone; null for files that need `createDownLoadUrl`. */
  url: z.string().nullable(),
});
export type UserFile = z.output<typeof userFile>;

/** Keeps a document of the person: PDF, DOCX, XLSX, PPTX, picture, text. Known by its bytes. */
export const uploadFile = operation({
  name: 'uploadFile',
  method: 'POST',
  path: '/api/file/userFile/upload',
  summary: '上传文件',
  input: z.object({}),
  output: userFile,
  errors: ['file.tooLarge', 'file.typeRefused', 'file.quotaFull', 'file.missing'],
});

/** Keeps a picture: made anew from its pixels, without metadata. `avatar`: cut to a square of 512, 5 MB at most; `image`: 10 MB. */
export const uploadImage = operation({
  name: 'uploadImage',
  method: 'POST',
  path: '/api/file/userFile/uploadImage',
  summary: '上传图片',
  input: z.object({ purpose: z.enum(['avatar', 'image']).default('image') }),
  output: userFile,
  errors: ['file.tooLarge', 'file.typeRefused', 'file.pictureBroken', 'file.quotaFull', 'file.missing'],
});

/** Where a file of one's own stands. `name`: of the book a claim is about. `isHeld`: it cannot be deleted while it stands there. */
const fileUse = z.object({
  kind: z.enum(['avatar', 'teacherApplication', 'authorApplication', 'codeClaim']),
  name: z.string(),
  isHeld: z.boolean(),
});
export type FileUse = z.output<typeof fileUse>;

const listedFile = userFile.extend({ kind: z.enum(['document', 'picture', 'avatar']), uses: z.array(fileUse) });
export type ListedFile = z.output<typeof listedFile>;

/** What one has uploaded, the newest first; without exports and what we gave, such as invoices. Used of `LIMITS.userFilesBytes` and `userFilesMax`. */
export const listFiles = operation({
  name: 'listFiles',
  method: 'GET',
  path: '/api/file/userFile/list',
  summary: '我的文件',
  input: z.object({
    limit: pageLimit(),
    after: fileId.optional(),
  }),
  output: z.object({ items: z.array(listedFile), usedBytes: z.number().int(), usedFiles: z.number().int(), next: z.string().optional() }),
});

/** Removes a file `listFiles` shows. */
export const deleteFile = operation({
  name: 'deleteFile',
  method: 'POST',
  path: '/api/file/userFile/delete',
  summary: '删除文件',
  input: z.object({ fileId }),
  output: z.object({}),
  errors: ['file.notFound', 'file.inUse'],
});

/** Answers the bytes of a file of one's own, as an attachment. Refusals come in the envelope. */
export const downloadFile = operation({
  name: 'downloadFile',
  method: 'POST',
  path: '/api/file/userFile/download',
  summary: '下载文件',
  input: z.object({ fileId }),
  output: z.object({}),
  errors: ['file.notFound'],
});

/** How long a link is good for that asks for this: whole numbers are brought into 1 to 60, anything else means 20. */
export const downloadLinkMinutes = (asked: string): number =>
  /^\d+$/.test(asked) ? Math.min(Math.max(Number(asked), 1), LIMITS.downloadLinkMinutesMax) : LIMITS.downloadLinkMinutesDefault;

/**
 * A link to a file on the content origin, good for `downloadLinkMinutes(minutes)` and only while the session lives. The header is the
 * authority; `proof` is base64url(SHA-256("dl|" + token + "|" + fileId + "|" + minutes)), with `minutes` as it stands in the address
 * (security.md §2). Answers `request.invalid` for a proof that does not fit.
 */
export const createDownloadLink = operation({
  name: 'createDownloadLink',
  method: 'GET',
  path: '/api/file/userFile/createDownLoadUrl/:fileId/:minutes/:proof',
  summary: '生成下载链接',
  input: z.object({
    fileId,
    minutes: z.union([z.number(), z.string().min(1).max(20)]).transform(String),
    proof: z.string().min(1).max(4096),
  }),
  output: z.object({ url: z.string(), expiresAt: z.number().int() }),
  errors: ['file.notFound'],
});
