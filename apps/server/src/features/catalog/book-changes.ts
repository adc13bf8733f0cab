/** What changed in a book from version to version, and what the editor says of it. */
import { type BookVersionRecord, CodedError, type ParsedInputOf, type saveVersionNote as saveOperation } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { CallContext } from '../../platform/http/call-context.ts';
import { listReleasedVersions, replaceVersionNote } from '../media/publication/version-history.ts';
import { findBook } from './find-books.ts';
import { type BookInfoDependencies, findVisibleBook } from './get-book-info.ts';

const versionsOf = async (db: Queryable, bookId: string): Promise<{ versions: BookVersionRecord[] }> => ({
  versions: (await listReleasedVersions(db, bookId)).map(({ no, releasedAt, note, chars, changes }) => ({
    no,
    releasedAt,
    note,
    chars,
    ...(changes === undefined ? {} : { changes }),
  })),
});

/** Throws `catalog.bookNotFound`. */
export const getBookChanges = async (
  deps: BookInfoDependencies,
  context: CallContext,
  bookId: string,
): Promise<{ versions: BookVersionRecord[] }> => {
  await findVisibleBook(deps, context, bookId);
  return versionsOf(deps.db, bookId);
};

/** Throws `catalog.bookNotFound`, `request.invalid` for a version the book does not have. */
export const saveVersionNote = async (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  operator: DeskOperator,
  { bookId, no, note }: ParsedInputOf<typeof saveOperation>,
): Promise<{ versions: BookVersionRecord[] }> => {
  const book = await findBook(db.orm, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  await db.transaction(async (tx) => {
    const before = await replaceVersionNote(tx, bookId, no, note);
    if (before === undefined) throw new CodedError('request.invalid', { reason: '没有这个版本' });
    const target = { kind: 'book', id: bookId, name: book.title } as const;
    if (before !== note) {
      await recordAct(tx, operator, { act: 'book.versionNote', target, before: { no, note: before }, after: { no, note } }, clock.now());
    }
  });
  return versionsOf(db.orm, bookId);
};
