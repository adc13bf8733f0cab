/** Grants the right to read a digital sample, for the sample slice. */
import { newId } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import { lockEntitlementsOfBook, upsertEntitlement } from './store.ts';

interface GrantedSample {
  /** Id of the sample: each sample gives its own right. */
  readonly sampleId: string;
  readonly userId: string;
  readonly bookId: string;
  /** Period of the right, UTC ms. */
  readonly startsAt: number;
  readonly endsAt: number;
}

export const grantSample = async (tx: Transaction, { sampleId, userId, bookId, startsAt, endsAt }: GrantedSample): Promise<void> => {
  await lockEntitlementsOfBook(tx, userId, bookId);
  await upsertEntitlement(tx, {
    id: newId(startsAt),
    userId,
    bookId,
    source: 'sample',
    sourceId: sampleId,
    startsAt,
    endsAt,
    status: 'active',
    grantedBy: undefined,
    note: '',
    createdAt: startsAt,
  });
};
