import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { secondFactorCode, secondFactorState } from './second-factor.ts';

/** Disables the second factor. Requires a current code of that factor (`secondFactorCode`). */
export const disableSecondFactor = operation({
  name: 'disableSecondFactor',
  method: 'POST',
  path: '/api/my/second-factor/disable',
  summary: '关闭两步验证',
  permission: 'ownAccount',
  input: z.object({ code: secondFactorCode }),
  output: secondFactorState,
  errors: ['account.secondFactorOff', 'account.secondFactorWrong', 'account.secondFactorTries'],
});
