/** Stores the rate of a contributor. Rates that settled sales used are fixed, but for an end after them. */
import { CodedError, LIMITS, newId, type RoyaltyRate } from '@shufang/contract';
import type { Transaction } from '../../platform/database.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { type Operator, operatorOf, recordAuditEvent } from '../audit/audit-events.ts';
import { lastDayOf } from './periods.ts';
import { findRoyaltyBook, findTitle, listContributors, listRates, lockRoyalties, putRate } from './rate-store.ts';
import type { RoyaltyDependencies } from './royalty-dependencies.ts';
import { findExcess, isOverlap } from './royalty-shares.ts';

const percent = (bp: number): string => `${bp / 100}%`;

/** Throws `royalty.settled` if the change concerns sales up to this day. */
const requireUnsettled = (settledUntil: string | undefined, next: RoyaltyRate, before: RoyaltyRate | undefined): void => {
  if (settledUntil === undefined) return;
  const refuse = (): never => {
    throw new CodedError('royalty.settled', { day: settledUntil });
  };
  if (before === undefined || before.validFrom > settledUntil) {
    if (next.validFrom <= settledUntil) refuse();
    return;
  }
  const isSame = next.userId === before.userId && next.rateBp === before.rateBp && next.validFrom === before.validFrom;
  const endsLater = next.validUntil === undefined || next.validUntil >= settledUntil;
  const endedBefore = before.validUntil !== undefined && before.validUntil < settledUntil;
  if (!isSame || (endedBefore ? next.validUntil !== before.validUntil : !endsLater)) refuse();
};

/** Returns the settled day of a book. */
export const settledUntilOf = async (tx: Transaction, bookId: string): Promise<string | undefined> => {
  const period = (await findRoyaltyBook(tx, bookId))?.settledPeriod;
  return period === undefined ? undefined : lastDayOf(period);
};

/** Stores a rate as the given operator. */
export const saveRoyaltyRateAs = async (
  { db, clock }: RoyaltyDependencies,
  operator: Operator,
  { bookId, id, userId, rateBp, validFrom, validUntil }: UseCaseInput<'saveRoyaltyRate'>,
): Promise<RoyaltyRate> => {
  const now = clock.now();
  const rate: RoyaltyRate = { id: id ?? newId(now), userId, rateBp, validFrom, ...(validUntil === undefined ? {} : { validUntil }) };
  return db.transaction(async (tx) => {
    await lockRoyalties(tx, bookId);
    const title = await findTitle(tx, bookId);
    if (title === undefined) throw new CodedError('catalog.bookNotFound');
    const rates = await listRates(tx, bookId);
    const before = rates.find((one) => one.id === id);
    if (id !== undefined && before === undefined) throw new CodedError('royalty.rateNotFound');
    const isNamed = (await listContributors(tx, bookId)).some((one) => one.userId === userId);
    if (!isNamed && before?.userId !== userId) throw new CodedError('royalty.notContributor');
    requireUnsettled(await settledUntilOf(tx, bookId), rate, before);
    const others = rates.filter((one) => one.id !== id);
    if (others.length >= LIMITS.royaltyRatesPerBookMax)
      throw new CodedError('royalty.tooManyRates', { max: LIMITS.royaltyRatesPerBookMax });
    if (others.some((one) => one.userId === userId && isOverlap(one, rate))) throw new CodedError('royalty.rateOverlap');
    const excess = findExcess([...others, rate]);
    if (excess !== undefined) throw new CodedError('royalty.rateSum', { day: excess.day, percent: percent(excess.sumBp) });
    await putRate(tx, bookId, rate);
    const { id: _, ...after } = rate;
    const target = { kind: 'book' as const, id: bookId, name: title };
    await recordAuditEvent(tx, operator, { action: 'royalty.saveRate', target, ...(before && { before: { ...before } }), after }, now);
    return rate;
  });
};

/**
 * Throws `catalog.bookNotFound`, `royalty.notContributor`, `royalty.rateOverlap`, `royalty.rateSum`, `royalty.settled`,
 * `royalty.rateNotFound`, `royalty.tooManyRates`.
 */
export const saveRoyaltyRate: UseCase<'saveRoyaltyRate', RoyaltyDependencies> = (deps, caller, input) =>
  saveRoyaltyRateAs(deps, operatorOf(caller), input);
