/** Moves an account to another number. Knows no HTTP. */
import { CodedError, type UserInfo } from '@shufang/contract';
import type { Account } from './account.ts';
import type { CaptchaProof } from './captchas.ts';
import { getUserInfo } from './get-user-info.ts';
import { withProvenNumber } from './prove-number.ts';
import type { ProvenCode } from './sent-codes.ts';
import { type SmsAsking, sendSmsCode } from './sms-codes.ts';
import { findUserById, findUserByTel, lockUserTel, setUserTel } from './user-store.ts';

/** The number of a person; throws `account.phoneMissing` when there is none. */
const getOwnTel = async ({ db }: Pick<Account, 'db'>, userId: string): Promise<string> => {
  const tel = (await findUserById(db.orm, userId))?.tel ?? undefined;
  if (tel === undefined) throw new CodedError('account.phoneMissing');
  return tel;
};

/** Sends a `binding` code to the person's own number. Throws as `sendSmsCode` does, and `account.phoneMissing`. */
export const sendCodeToMe = async (
  account: Account,
  userId: string,
  captcha: CaptchaProof,
  asker: SmsAsking,
): Promise<{ resendAt: number }> => {
  const tel = await getOwnTel(account, userId);
  return sendSmsCode(account, { ...captcha, tel, type: 'binding' }, asker);
};

/**
 * Takes a code sent to the old number and one sent to the new; both are used up in the transaction that changes the number, or
 * neither. Who came through an institution has no number yet and proves the new one alone. Sessions stay. Throws
 * `account.oldCodeWrong`, `account.smsCodeWrong`, `account.tooManyFailures`, and `account.phoneTaken`, which is told only to who
 * holds the new number.
 */
export const changePhone = async (
  account: Account,
  userId: string,
  input: { oldCode?: string | undefined; tel: string; code: string },
  { address }: { address: string },
): Promise<UserInfo> => {
  const { db, clock } = account;
  const oldTel = (await findUserById(db.orm, userId))?.tel ?? undefined;
  const { tel, code } = input;
  const moveTo = (old: ProvenCode | undefined): Promise<void> =>
    withProvenNumber(account, { tel, type: 'binding', code }, address, async (fresh) => {
      if ((await findUserByTel(db.orm, tel)) !== undefined) throw new CodedError('account.phoneTaken');
      await db.transaction(async (tx) => {
        // Of two moves of one person at the same moment the second finds another number here.
        if ((await lockUserTel(tx, userId)) !== oldTel) throw new CodedError('account.oldCodeWrong');
        await old?.useUp(tx);
        await fresh.useUp(tx);
        if (!(await setUserTel(tx, userId, tel, clock.now()))) throw new CodedError('account.phoneTaken');
      });
    });
  if (oldTel === undefined) await moveTo(undefined);
  else if (input.oldCode === undefined) throw new CodedError('account.oldCodeWrong');
  else {
    const holdsOld = { tel: oldTel, type: 'binding', code: input.oldCode, refusal: 'account.oldCodeWrong' } as const;
    await withProvenNumber(account, holdsOld, address, moveTo);
  }
  return getUserInfo(account, userId);
};
