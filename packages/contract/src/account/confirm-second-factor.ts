import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { secondFactorCode } from './second-factor.ts';

/** Enables the second factor. Returns ten single-use recovery codes, which are shown only once. */
export const confirmSecondFactor = operation({
  name: 'confirmSecondFactor',
  method: 'POST',
  path: '/api/my/second-factor/confirm',
  summary: '确认并开启两步验证',
  permission: 'ownAccount',
  input: z.object({ code: secondFactorCode }),
  output: z.object({ recoveryCodes: z.array(z.string()) }),
  errors: ['account.secondFactorOn', 'account.secondFactorOff', 'account.secondFactorWrong', 'account.secondFactorTries'],
  replay: 'never',
});
