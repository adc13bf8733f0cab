/** Opens the second-factor dialog when any sign-in response requires a second factor. */
import { secondFactorRequired } from '@shufang/contract';
import { broadcast } from '../events/broadcasts.ts';

export const announceStoppedSignIn = (code: string, payload: unknown): void => {
  if (code !== 'account.secondFactorRequired') return;
  const waiting = secondFactorRequired.safeParse(payload);
  if (waiting.success) broadcast('secondFactorRequest', waiting.data);
};
