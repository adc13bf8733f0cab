/** Who shows the code sent to a number holds it: how every call that needs that goes about it. */
import type { SmsType } from '@shufang/contract';
import type { Account } from './account.ts';
import { type CodeProof, type ProvenCode, withProvenCode } from './sent-codes.ts';

export interface NumberProof {
  readonly tel: string;
  readonly type: SmsType;
  readonly code: string;
  /** What a wrong code is answered with; `account.smsCodeWrong` where nothing is said. */
  readonly refusal?: Extract<CodeProof['refusal'], 'account.smsCodeWrong' | 'account.oldCodeWrong'>;
}

/** `withProvenCode` for a number: throws what that does. */
export const withProvenNumber = <T>(
  account: Pick<Account, 'db' | 'clock' | 'keys' | 'limiter'>,
  { tel, type, code, refusal = 'account.smsCodeWrong' }: NumberProof,
  address: string,
  work: (proven: ProvenCode) => Promise<T>,
): Promise<T> => withProvenCode(account, { target: tel, type, askedBy: '', code, refusal }, address, work);
