/** Reports an error in a book. */
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import { viewErratum } from './erratum-view.ts';
import { ERRATA_LIMITS } from './limits.ts';
import { countErrataSince, insertErratum, type StoredErratum } from './store.ts';

const DAY_MS = 86_400_000;

/** Stores the report. Throws `catalog.bookNotFound`, `errata.sameText`, `request.tooMany`. */
export const reportErratum: UseCase<'reportErratum', ErrataDependencies> = async (
  dependencies,
  caller,
  { bookId, quote, suggestion, reason, chapter, locator },
) => {
  const { db, clock } = dependencies;
  const { userId } = caller.reader;
  const { version } = await findVisibleBook(dependencies, caller, bookId);
  if (quote === suggestion) throw new CodedError('errata.sameText');
  const now = clock.now();
  if ((await countErrataSince(db.orm, userId, now - DAY_MS)) >= ERRATA_LIMITS.errataPerUserPerDay) throw new CodedError('request.tooMany');
  const chapterTitle = chapter === '' ? (locator?.title ?? '').slice(0, 100) : chapter;
  const erratum = {
    id: newId(now),
    bookId,
    userId,
    versionNo: version.no,
    quote,
    suggestion,
    reason,
    chapter: chapterTitle,
    locator,
    createdAt: now,
  };
  await insertErratum(db.orm, erratum);
  const stored: StoredErratum = { ...erratum, state: 'submitted', reply: '', fixedInVersion: undefined, decidedAt: undefined };
  return { payload: viewErratum(stored, userId), say: '已收到，谢谢您的指正' };
};
