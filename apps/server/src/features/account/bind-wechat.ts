/** Tying WeChat to a phone number's account, and untying it. Knows no HTTP. */
import { CodedError, type LoginResult, type UserInfo } from '@shufang/contract';
import type { Account } from './account.ts';
import { getUserInfo } from './get-user-info.ts';
import { findWechatTicket, tieWechat, untieWechat, useWechatTicket } from './link-store.ts';
import { withProvenNumber } from './prove-number.ts';
import { type Device, startSession } from './sessions.ts';
import { takeInPerson } from './take-in-person.ts';
import { requireUsableAccount } from './usable-account.ts';
import { findUserById } from './user-store.ts';
import { hashOfWechatTicket } from './wechat-ticket.ts';

/**
 * Ties the WeChat person of the ticket to who holds the number, making the account when there is none, and signs in. Ticket and
 * code are used up together or not at all. Throws `account.wechatFailed` for a ticket that is unknown, used or too old,
 * `account.smsCodeWrong`, `account.tooManyFailures`, `account.frozen`, and `account.wechatTaken` when the number or the WeChat is
 * tied otherwise.
 */
export const bindWechat = async (
  account: Account,
  input: { ticket: string; tel: string; code: string },
  device: Device & { address: string },
): Promise<LoginResult> => {
  const { db, clock } = account;
  const { tel, code } = input;
  const ticketHash = hashOfWechatTicket(input.ticket);
  const ticket = await findWechatTicket(db.orm, ticketHash);
  if (ticket === undefined || ticket.expiresAt <= clock.now()) throw new CodedError('account.wechatFailed');
  const { subject, nickname } = ticket;
  return withProvenNumber(account, { tel, type: 'binding', code }, device.address, async (proven) => {
    const nowMs = clock.now();
    const { user, registered } = await db.transaction(async (tx) => {
      if (!(await useWechatTicket(tx, ticketHash))) throw new CodedError('account.wechatFailed');
      await proven.useUp(tx);
      const found = await takeInPerson(tx, { tel, nickname }, nowMs);
      await requireUsableAccount(tx, found.user);
      if (!(await tieWechat(tx, { userId: found.user.id, subject, createdAt: nowMs }))) throw new CodedError('account.wechatTaken');
      return found;
    });
    return startSession(account, { ...user, provenTel: tel }, device, registered);
  });
};

/** Untying again changes nothing. Throws `account.phoneMissing` to who has no number: nobody could sign in any more. */
export const unbindWechat = async (account: Account, userId: string): Promise<UserInfo> => {
  const user = await findUserById(account.db.orm, userId);
  if ((user?.tel ?? '') === '') throw new CodedError('account.phoneMissing');
  await untieWechat(account.db.orm, userId);
  return getUserInfo(account, userId);
};
