/** Lists what changed in the text of a book since an earlier version, in the chapters that the caller may open. */
import { CodedError } from '@shufang/contract';
import { z } from 'zod';
import { readCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase } from '../../../platform/http/register.ts';
import { findVisibleBook } from '../../catalog/book-page/visible-book.ts';
import { findReleasedVersion } from '../../publication/versions/read-version.ts';
import { listVersionNumbers } from '../../publication/versions/version-history.ts';
import { openDocuments } from '../open-chapters.ts';
import type { ReadingDependencies } from '../reading-dependencies.ts';
import { compareTexts } from './compare-texts.ts';
import { countChanges, listChanges, type OpenDocuments } from './comparison-store.ts';

const indexesOf = (open: readonly boolean[]): number[] => open.flatMap((isOpen, index) => (isOpen ? index : []));

/**
 * Returns a page of the changes. A change is left out if it shows text of a chapter that is locked in either version. Throws
 * `catalog.bookNotFound`, `entitlement.notEntitled`, `request.invalid` for an unknown version, `request.tooMany`.
 */
export const listTextChanges: UseCase<'listTextChanges', Pick<ReadingDependencies, 'db' | 'personal'>> = async (
  dependencies,
  caller,
  { bookId, since, cursor, limit },
) => {
  const { orm } = dependencies.db;
  const { book, version, right } = await findVisibleBook(dependencies, caller, bookId);
  if (right.kind === 'none') throw new CodedError('entitlement.notEntitled');
  const earlier = (await listVersionNumbers(orm, bookId)).find(({ no }) => no === since);
  const before = earlier && (await findReleasedVersion(orm, earlier.id));
  if (before === undefined || before.no > version.no) throw new CodedError('request.invalid', { reason: '没有这个版本' });
  const heading = {
    title: book.title,
    from: { no: before.no, releasedAt: before.releasedAt },
    to: { no: version.no, releasedAt: version.releasedAt },
  };
  if (before.id === version.id) return { ...heading, state: 'compared', total: 0, isCut: false, items: [] };
  const pair = { bookId, beforeId: before.id, afterId: version.id };
  const compared = await compareTexts(dependencies.db, pair);
  if (compared === undefined) return { ...heading, state: 'indexing', total: 0, isCut: false, items: [] };
  const open: OpenDocuments = {
    before: indexesOf(openDocuments(before.manifest, right, book)),
    after: indexesOf(openDocuments(version.manifest, right, book)),
  };
  const from = readCursor(cursor, z.tuple([z.number().int().min(0)]))?.[0] ?? 0;
  const [total, found] = await Promise.all([countChanges(orm, pair, open), listChanges(orm, pair, open, from, limit + 1)]);
  const next = found[limit];
  return {
    ...heading,
    ...compared,
    total,
    items: found.slice(0, limit).map(({ position, change }) => ({ id: position, ...change })),
    ...(next === undefined ? {} : { next: writeCursor([next.position]) }),
  };
};
