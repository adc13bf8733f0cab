/** Returns the rates and receipts of a book, and what they can be entered for. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findListedUsers } from '../account/find-users.ts';
import { lastDayOf } from './periods.ts';
import { findRoyaltyBook, findTitle, listContributors, listRates } from './rate-store.ts';
import { listBatchesOfBook, listLicensesOfBook, listReceipts } from './receipt-store.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';

/** Throws `catalog.bookNotFound`. */
export const getBookRoyalties: UseCase<'getBookRoyalties', RoyaltyDependencies> = async ({ db: { orm } }, _, { bookId }) => {
  const title = await findTitle(orm, bookId);
  if (title === undefined) throw new CodedError('catalog.bookNotFound');
  const contributors = await listContributors(orm, bookId);
  const rates = await listRates(orm, bookId);
  const names = new Map(contributors.flatMap(({ userId, name }) => (userId === undefined ? [] : [[userId, name] as const])));
  const former = [...new Set(rates.map(({ userId }) => userId))].filter((id) => !names.has(id));
  const users = await findListedUsers(orm, former);
  const settledPeriod = (await findRoyaltyBook(orm, bookId))?.settledPeriod;
  return {
    title,
    payees: [
      ...[...names].map(([userId, name]) => ({ userId, name, isContributor: true })),
      ...former.map((userId) => ({ userId, name: users.get(userId)?.nickname ?? '', isContributor: false })),
    ],
    withoutAccount: contributors.filter(({ userId }) => userId === undefined).map(({ name }) => name),
    rates,
    ...(settledPeriod === undefined ? {} : { settledUntil: lastDayOf(settledPeriod) }),
    sources: [
      ...(await listBatchesOfBook(orm, bookId)).map((batch) => ({ source: 'code' as const, ...batch })),
      ...(await listLicensesOfBook(orm, bookId)).map(({ refId, institution, contractNo }) => ({
        source: 'license' as const,
        refId,
        label: contractNo === '' ? institution : `${institution} ${contractNo}`,
      })),
    ],
    receipts: await listReceipts(orm, bookId),
  };
};
