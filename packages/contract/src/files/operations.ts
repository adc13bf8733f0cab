/** People's own files: pictures, proofs, exports (product spec, section 7). Multipart calls carry the file in the field `file`. */
import { z } from 'zod';
import { operation } from '../wire/operation.ts';

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

/** Keeps a document of the person: PDF, DOCX, XLSX, picture, text. Known by its bytes. */
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

/** Answers the bytes of a file of one's own, as an attachment. Refusals come in the envelope. */
export const downloadFile = operation({
  name: 'downloadFile',
  method: 'POST',
  path: '/api/file/userFile/download',
  summary: '下载文件',
  input: z.object({ fileId: z.string().min(1).max(64) }),
  output: z.object({}),
  errors: ['file.notFound'],
});

/**
 * A link to a file on the content origin, good for `minutes` (1 to 60, 20 when left out) and only while the session lives.
 * The header is the authority; `proof` is base64url(SHA-256("dl|" + token + "|" + fileId + "|" + minutes)) (security.md §2).
 */
export const createDownloadLink = operation({
  name: 'createDownloadLink',
  method: 'GET',
  path: '/api/file/userFile/createDownLoadUrl/:fileId/:minutes/:proof',
  summary: '生成下载链接',
  input: z.object({ fileId: z.string().min(1).max(64), minutes: z.coerce.number().int(), proof: z.string().min(1).max(4096) }),
  output: z.object({ url: z.string(), expiresAt: z.number().int() }),
  errors: ['file.notFound'],
});
