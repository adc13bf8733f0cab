/**
 * Moves the caller's account to another phone number. Requires a code sent to the old number and one sent to the new; both are used up in
 * the transaction that changes the number, or neither. An account created through an institution has no number yet and proves only the new
 * one. Sessions stay valid. Throws `account.oldCodeWrong`, `account.smsCodeWrong`, `account.tooManyFailures`, and `account.phoneTaken`,
 * which only the holder of the new number can receive.
 */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { Account } from '../account.ts';
import { withProvenNumber } from '../codes/prove-number.ts';
import type { ProvenCode } from '../codes/sent-codes.ts';
import { findUserById, findUserByTel, lockUserTel, setUserTel } from '../user-store.ts';
import { getUserInfoById } from './user-info.ts';

export const changePhone: UseCase<'changePhone', Account> = async (account, caller, { oldCode, tel, code }) => {
  const { db, clock } = account;
  const { userId } = caller.reader;
  const oldTel = (await findUserById(db.orm, userId))?.tel ?? undefined;
  const moveTo = (old: ProvenCode | undefined): Promise<void> =>
    withProvenNumber(account, { tel, type: 'binding', code }, caller, async (fresh) => {
      if ((await findUserByTel(db.orm, tel)) !== undefined) throw new CodedError('account.phoneTaken');
      await db.transaction(async (tx) => {
        // Of two concurrent changes by one user, the second finds here that the number has already changed, and fails.
        if ((await lockUserTel(tx, userId)) !== oldTel) throw new CodedError('account.oldCodeWrong');
        await old?.useUp(tx);
        await fresh.useUp(tx);
        if (!(await setUserTel(tx, userId, tel, clock.now()))) throw new CodedError('account.phoneTaken');
      });
    });
  if (oldTel === undefined) await moveTo(undefined);
  else if (oldCode === undefined) throw new CodedError('account.oldCodeWrong');
  else {
    const holdsOld = { tel: oldTel, type: 'binding', code: oldCode, refusal: 'account.oldCodeWrong' } as const;
    await withProvenNumber(account, holdsOld, caller, moveTo);
  }
  return { payload: await getUserInfoById(account, userId), say: '手机号已更换' };
};
