/** Files that accompany a book (配套教学资源: slides, lesson plans, solutions), each for everyone, for its readers or for teachers. */
import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';

/** Who can download a file. `all`: all signed-in users; `owner`: users who can read the whole book; `teacher`: verified teachers. */
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
  /** Whether the caller can download the file; the list of files itself is public. */
  open: z.boolean(),
});

export type BookMaterial = z.output<typeof bookMaterial>;

export const bookMaterialList = z.object({ items: z.array(bookMaterial) });

export const materialFields = {
  title: z.string().trim().min(1, '请填写资源名称').max(LIMITS.materialTitleChars, `资源名称最多 ${LIMITS.materialTitleChars} 个字`),
  note: z.string().trim().max(LIMITS.materialNoteChars, `说明最多 ${LIMITS.materialNoteChars} 个字`).default(''),
  audience: materialAudience,
};
