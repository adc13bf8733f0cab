/** Publishes and unpublishes a book. */
import { CodedError } from '@shufang/contract';
import type { UseCase, UseCaseInput, UseCaseOutput } from '../../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../../audit/audit-events.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { selectBooks, updateShelfState } from '../store.ts';
import { toShelfRecord } from './shelf-record.ts';

type Dependencies = Pick<BookAdminDependencies, 'db' | 'clock'>;

/**
 * Sets the shelf state. Throws `catalog.bookNotFound`, also for a book without content. Unpublishing requires a reason, because readers
 * will ask for it.
 */
export const setBookShelfAs = async (
  { db, clock }: Dependencies,
  operator: Operator,
  { bookId, state, reason }: UseCaseInput<'setBookShelf'>,
): Promise<UseCaseOutput<'setBookShelf'>> => {
  if (state === 'offShelf' && reason === '') throw new CodedError('request.invalid', { reason: '请写明下架的原因' });
  return db.transaction(async (tx) => {
    const [before] = await selectBooks(tx, [bookId]);
    if (before === undefined) throw new CodedError('catalog.bookNotFound');
    if (before.shelfState !== state) {
      await updateShelfState(tx, bookId, state, clock.now());
      const eventName = state === 'published' ? 'book.publish' : 'book.takeOffShelf';
      const facts = { before: { state: before.shelfState }, after: { state }, reason };
      await recordAuditEvent(
        tx,
        operator,
        { action: eventName, target: { kind: 'book', id: bookId, name: before.title }, ...facts },
        clock.now(),
      );
    }
    return toShelfRecord({ ...before, shelfState: state });
  });
};

export const setBookShelf: UseCase<'setBookShelf', Dependencies> = (dependencies, caller, input) =>
  setBookShelfAs(dependencies, operatorOf(caller), input);
