/** Proves that a caller holds a phone number, by the code sent to it. */
import type { SmsType } from '@shufang/contract';
import type { Account } from '../account.ts';
import { findKnownDevice, type KnownDevice, type LimitedCaller } from '../devices/known-devices.ts';
import { BY_ANYBODY, BY_KNOWN_DEVICES, type CodeBinding } from '../proof-store.ts';
import { type CodeProof, type ProvenCode, withProvenCode } from './sent-codes.ts';

export interface NumberProof {
  readonly tel: string;
  readonly type: SmsType;
  readonly code: string;
  /** The error for a wrong code; `account.smsCodeWrong` by default. */
  readonly refusal?: Extract<CodeProof['refusal'], 'account.smsCodeWrong' | 'account.oldCodeWrong'>;
}

/**
 * Returns the keys under which a code sent to a phone number may be stored. A code that a known device requested has a second row that
 * only known devices can try: wrong tries and newer requests from other devices use up and replace the first row only.
 */
export const numberBindings = ({ tel, type }: Pick<NumberProof, 'tel' | 'type'>, known: KnownDevice | undefined): CodeBinding[] => [
  ...(known === undefined ? [] : [{ target: tel, type, askedBy: BY_KNOWN_DEVICES }]),
  { target: tel, type, askedBy: BY_ANYBODY },
];

/** Runs `work` as `withProvenCode` does, for a code sent to a phone number. Throws the same errors. */
export const withProvenNumber = async <T>(
  account: Pick<Account, 'db' | 'clock' | 'keys' | 'limiter' | 'institutionAddresses'>,
  { tel, type, code, refusal = 'account.smsCodeWrong' }: NumberProof,
  caller: LimitedCaller,
  work: (proven: ProvenCode) => Promise<T>,
): Promise<T> => {
  const known = await findKnownDevice(account, tel, caller);
  return withProvenCode(
    account,
    { bindings: numberBindings({ tel, type }, known), code, refusal },
    { address: caller.address, known },
    work,
  );
};
