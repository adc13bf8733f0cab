/** Reads the released versions of a book with their changes and the editors' notes. */
import type { BookVersionRecord } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import { listReleasedVersions } from '../../publication/versions/version-history.ts';

export const listBookVersions = async (db: Queryable, bookId: string): Promise<{ versions: BookVersionRecord[] }> => ({
  versions: (await listReleasedVersions(db, bookId)).map(({ no, releasedAt, note, chars, changes }) => ({
    no,
    releasedAt,
    note,
    chars,
    ...(changes === undefined ? {} : { changes }),
  })),
});
