import { z } from 'zod';
import { operation } from '../wire/operation.ts';

/**
 * Starts the setup of the second factor: returns a new secret, which takes effect once a code is confirmed. Replaces an unconfirmed secret.
 */
export const startSecondFactor = operation({
  name: 'startSecondFactor',
  method: 'POST',
  path: '/api/my/second-factor/start',
  summary: '开始设置两步验证',
  permission: 'ownAccount',
  input: z.object({}),
  /** The secret for the authenticator app. `secret`: in Base32, for typing; `uri`: `otpauth://totp/…`, for a QR code. */
  output: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['account.secondFactorOn'],
  replay: 'never',
});
