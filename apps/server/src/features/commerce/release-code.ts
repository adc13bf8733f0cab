/** Giving a bound code back: the paper book goes to somebody else. */
import { type BoundCode, CodedError, LIMITS } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type HeldCode, listHeldCodes, releaseCode as releaseRow } from './code-store.ts';
import { revokeEntitlementOfCode } from './store.ts';

const minute = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Shanghai' });

/** The rule as it stands for this code now (product.md §7.5), said before anybody asks for it. The statement of the store asks the same. */
export const releaseRuleOf = (code: Pick<HeldCode, 'boundAt' | 'bindCount' | 'rebindLimit'>, now: number): BoundCode['release'] => {
  if (code.rebindLimit === 0) return { allowed: false, reason: '这个激活码不能转让' };
  if (code.bindCount > code.rebindLimit) return { allowed: false, reason: '这个激活码的转让次数已用完' };
  const from = code.boundAt + LIMITS.codeReleaseAfterMs;
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

const refusalOf = (code: HeldCode | undefined, now: number): CodedError => {
  if (code === undefined) return new CodedError('commerce.codeNotYours');
  const { from } = releaseRuleOf(code, now);
  return from === undefined
    ? new CodedError('commerce.releaseLimit')
    : new CodedError('commerce.releaseTooSoon', { time: minute.format(from) });
};

/** Frees the code and ends its right, or neither; answers the book. Throws `commerce.codeNotYours`, `releaseTooSoon`, `releaseLimit`. */
export const releaseCode = async ({ db, clock }: { db: Database; clock: Clock }, userId: string, codeId: string): Promise<string> => {
  const now = clock.now();
  const code = (await listHeldCodes(db.orm, userId)).find(({ id }) => id === codeId);
  if (code === undefined) throw refusalOf(code, now);
  const isFree = await db.transaction(async (tx) => {
    if (!(await releaseRow(tx, Buffer.from(codeId, 'hex'), userId, now - LIMITS.codeReleaseAfterMs))) return false;
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
