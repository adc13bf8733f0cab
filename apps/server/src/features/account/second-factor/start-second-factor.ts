/**
 * Creates the secret of the caller's second factor, which takes effect once its first code is confirmed. Throws `account.secondFactorOn`.
 */
import { randomBytes } from 'node:crypto';
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import { seal } from '../sealed-box.ts';
import { findUserById } from '../user-store.ts';
import { SECRET_BYTES, type SecondFactorDependencies, totpOf } from './second-factor-codes.ts';
import { putUnconfirmed } from './second-factor-store.ts';

export const startSecondFactor: UseCase<'startSecondFactor', SecondFactorDependencies> = async (account, { reader }) => {
  const { userId } = reader;
  const secret = randomBytes(SECRET_BYTES);
  const sealedSecret = seal(account.keys.secondFactor, userId, secret);
  if (!(await putUnconfirmed(account.db.orm, { userId, sealedSecret, createdAt: account.clock.now() })))
    throw new CodedError('account.secondFactorOn');
  const user = await findUserById(account.db.orm, userId);
  const totp = totpOf(secret, user?.nickname ?? userId);
  return { secret: totp.secret.base32, uri: totp.toString() };
};
