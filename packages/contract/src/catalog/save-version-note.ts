import { z } from 'zod';
import { LIMITS } from '../limits.ts';
import { entityId } from '../publication/id.ts';
import { operation } from '../wire/operation.ts';
import { bookVersionRecord } from './book-version.ts';

/** Saves the release note of a version. Permission `publishBook`. */
export const saveVersionNote = operation({
  name: 'saveVersionNote',
  method: 'POST',
  path: '/api/admin/book/version/note',
  summary: '填写版本说明',
  permission: 'publishBook',
  scope: { bookId: 'book' },
  input: z.object({
    bookId: entityId,
    no: z.coerce.number().int().min(1).max(1_000_000),
    note: z.string().trim().max(LIMITS.versionNoteChars, `版本说明最多 ${LIMITS.versionNoteChars} 个字`),
  }),
  output: z.object({ versions: z.array(bookVersionRecord) }),
  errors: ['catalog.bookNotFound'],
});
