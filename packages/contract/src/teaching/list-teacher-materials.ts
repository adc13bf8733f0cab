import { z } from 'zod';
import { bookMaterial } from '../catalog/book-material.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';

/** Why the materials of a book are listed: the caller teaches a class with it, has it on a confirmed adoption list, or has or had a right to it. */
export const materialOrigin = z.enum(['taught', 'adopted', 'owned']);

export type MaterialOrigin = z.output<typeof materialOrigin>;

const booksMaterials = z.object({
  book: z.object({ id: entityId, title: z.string() }),
  origins: z.array(materialOrigin),
  items: z.array(bookMaterial),
});

export type TeacherMaterials = z.output<typeof booksMaterials>;

/** Lists the materials of the books that the caller teaches, has adopted or owns, books without materials left out; taught books come first. */
export const listTeacherMaterials = operation({
  name: 'listTeacherMaterials',
  method: 'GET',
  path: '/api/teacher/materials',
  summary: '我的教学资源',
  permission: 'useTeacherResources',
  input: z.object({}),
  output: z.object({ items: z.array(booksMaterials) }),
});
