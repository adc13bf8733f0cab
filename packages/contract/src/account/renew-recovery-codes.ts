import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { secondFactorCode } from './second-factor.ts';

/** Replaces all recovery codes of the caller's second factor with ten new ones. */
export const renewRecoveryCodes = operation({
  name: 'renewRecoveryCodes',
  method: 'POST',
  path: '/api/my/second-factor/recovery-codes',
  summary: '重新生成恢复码',
  permission: 'ownAccount',
  input: z.object({ code: secondFactorCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['account.secondFactorOff', 'account.secondFactorWrong', 'account.secondFactorTries'],
  replay: 'never',
});
