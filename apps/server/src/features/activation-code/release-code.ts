/** Releases a bound code, so that the next owner of the paper book can bind it. */
import { type BoundCode, CodedError } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import { revokeEntitlementOfCode } from '../entitlement/code-entitlements.ts';
import { type HeldCode, hasReleasedAny, listHeldCodes, releaseCode as releaseRow } from './code-store.ts';
import { ACTIVATION_CODE_LIMITS } from './limits.ts';

const minute = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Shanghai' });

/**
 * Returns whether and when this code can be released (product.md §7.5), for display before the user releases it. The SQL statement that
 * releases a code checks the same rule.
 */
export const releaseRuleOf = (code: Pick<HeldCode, 'boundAt' | 'bindCount' | 'rebindLimit'>, now: number): BoundCode['release'] => {
  if (code.rebindLimit === 0) return { allowed: false, reason: '这个激活码不能转让' };
  if (code.bindCount > code.rebindLimit) return { allowed: false, reason: '这个激活码的转让次数已用完' };
  const from = code.boundAt + ACTIVATION_CODE_LIMITS.codeReleaseAfterMs;
  if (from > now) return { allowed: false, reason: `激活满 24 小时后可以转让，即${minute.format(from)}之后`, from };
  const left = code.rebindLimit - code.bindCount + 1;
  return { allowed: true, reason: `转让后您的阅读权限立即结束，笔记和阅读进度保留；这个激活码还可转让 ${left} 次` };
};

export const viewHeldCode = (code: HeldCode, now: number): BoundCode => ({
  id: code.id,
  last4: code.last4,
  boundAt: code.boundAt,
  release: releaseRuleOf(code, now),
});

/** Returns the codes that the user has bound, as their owner sees them. */
export const listBoundCodes = async (db: Queryable, userId: string, now: number): Promise<BoundCode[]> =>
  (await listHeldCodes(db, userId)).map((code) => viewHeldCode(code, now));

/**
 * Returns whether the user, who has bound all these codes (ids in hex), released one of them and has not bound it again. Voided codes do
 * not count.
 */
export const hasReleasedAnyCode = hasReleasedAny;

const refusalOf = (code: HeldCode | undefined, now: number): CodedError => {
  if (code === undefined) return new CodedError('activationCode.codeNotYours');
  const { from } = releaseRuleOf(code, now);
  return from === undefined
    ? new CodedError('activationCode.releaseLimit')
    : new CodedError('activationCode.releaseTooSoon', { time: minute.format(from) });
};

/**
 * Releases the code and revokes its entitlement, or does neither. Returns the book id. Throws `activationCode.codeNotYours`, `releaseTooSoon`,
 * `releaseLimit`.
 */
export const releaseCode = async ({ db, clock }: { db: Database; clock: Clock }, userId: string, codeId: string): Promise<string> => {
  const now = clock.now();
  const code = (await listHeldCodes(db.orm, userId)).find(({ id }) => id === codeId);
  if (code === undefined) throw refusalOf(code, now);
  const isFree = await db.transaction(async (tx) => {
    if (!(await releaseRow(tx, Buffer.from(codeId, 'hex'), userId, now - ACTIVATION_CODE_LIMITS.codeReleaseAfterMs))) return false;
    await revokeEntitlementOfCode(tx, userId, codeId);
    return true;
  });
  if (!isFree)
    throw refusalOf(
      (await listHeldCodes(db.orm, userId)).find(({ id }) => id === codeId),
      now,
    );
  return code.bookId;
};
