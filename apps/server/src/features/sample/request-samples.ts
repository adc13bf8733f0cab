/** Asks for samples of books. All books of the request are stored, or none. */
import { CodedError, newId } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findVisibleBook } from '../catalog/book-page/visible-book.ts';
import { requireQuota } from './quota.ts';
import type { SampleDependencies } from './sample-dependencies.ts';
import { viewSamples } from './sample-view.ts';
import { findOpenSample, insertSample, listSamplesOf, lockSamplesOf } from './store.ts';

/** Throws `catalog.bookNotFound`, `sample.alreadyRequested`, `sample.quotaUsed`. */
export const requestSamples: UseCase<'requestSamples', SampleDependencies> = async (
  deps,
  caller,
  { bookIds, form, shipping, ...fields },
) => {
  const { db, clock } = deps;
  const { userId } = caller.reader;
  const books = await Promise.all(bookIds.map(async (bookId) => (await findVisibleBook(deps, caller, bookId)).book));
  const now = clock.now();
  await db.transaction(async (tx) => {
    await lockSamplesOf(tx, userId);
    for (const { id: bookId, title } of books)
      if ((await findOpenSample(tx, { userId, bookId, form })) !== undefined)
        throw new CodedError('sample.alreadyRequested', { book: title });
    await requireQuota(
      tx,
      userId,
      books.map(({ id }) => id),
      now,
    );
    for (const { id: bookId } of books) {
      const address = form === 'digital' ? null : (shipping ?? null);
      await insertSample(tx, { id: newId(now), userId, bookId, form, ...fields, shipping: address, createdAt: now });
    }
  });
  const stored = await listSamplesOf(db.orm, userId, undefined, books.length);
  return { payload: { items: await viewSamples(deps, stored) }, say: '已提交，审核结果会通知您' };
};
