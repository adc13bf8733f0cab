/** 配套教学资源: files that go with a book (slides, plans of lessons, answers), each for everybody, for its readers or for teachers. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** `all`: everybody with an account; `owner`: who may read the whole book; `teacher`: verified teachers. */
export const materialAudience = z.enum(['all', 'owner', 'teacher']);
export type MaterialAudience = z.output<typeof materialAudience>;

export const bookMaterial = z.object({
  id: entityId,
  title: z.string(),
  note: z.string(),
  audience: materialAudience,
  fileName: z.string(),
  mediaType: z.string(),
  sizeBytes: z.number().int(),
  createdAt: z.number().int(),
  /** Whether this person may have it; what there is, everybody sees. */
  open: z.boolean(),
});
export type BookMaterial = z.output<typeof bookMaterial>;

const materials = z.object({ items: z.array(bookMaterial) });

/** In the order they were added, `LIMITS.materialsPerBook` at most. */
export const listBookMaterials = operation({
  name: 'listBookMaterials',
  method: 'GET',
  path: '/api/book/materials',
  summary: '配套教学资源',
  audience: 'anyone',
  input: z.object({ bookId: entityId }),
  output: materials,
  errors: ['catalog.bookNotFound'],
});

/** Answers the bytes as an attachment. Refusals come in the envelope. */
export const downloadBookMaterial = operation({
  name: 'downloadBookMaterial',
  method: 'POST',
  path: '/api/book/material/download',
  summary: '下载配套资源',
  input: z.object({ id: entityId }),
  output: z.object({}),
  errors: ['catalog.bookNotFound', 'catalog.materialNotFound', 'catalog.materialLocked', 'file.notFound'],
});

const words = {
  title: z.string().trim().min(1, '请填写资源名称').max(LIMITS.materialTitleChars, `资源名称最多 ${LIMITS.materialTitleChars} 个字`),
  note: z.string().trim().max(LIMITS.materialNoteChars, `说明最多 ${LIMITS.materialNoteChars} 个字`).default(''),
  audience: materialAudience,
};

/** Takes a file of the editor's own (`uploadFile`), which is the book's from then on. Permission `publishBook`. */
export const addBookMaterial = operation({
  name: 'addBookMaterial',
  method: 'POST',
  path: '/api/admin/book/material/add',
  summary: '添加配套资源',
  input: z.object({ bookId: entityId, fileId: entityId, ...words }),
  output: materials,
  errors: ['catalog.bookNotFound', 'catalog.materialsFull', 'file.notFound'],
});

export const saveBookMaterial = operation({
  name: 'saveBookMaterial',
  method: 'POST',
  path: '/api/admin/book/material/save',
  summary: '修改配套资源',
  input: z.object({ bookId: entityId, id: entityId, ...words }),
  output: materials,
  errors: ['catalog.bookNotFound', 'catalog.materialNotFound'],
});

export const removeBookMaterial = operation({
  name: 'removeBookMaterial',
  method: 'POST',
  path: '/api/admin/book/material/remove',
  summary: '删除配套资源',
  input: z.object({ bookId: entityId, id: entityId }),
  output: materials,
  errors: ['catalog.bookNotFound', 'catalog.materialNotFound'],
});
