import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { secondFactorState } from './second-factor.ts';

export const getSecondFactor = operation({
  name: 'getSecondFactor',
  method: 'GET',
  path: '/api/my/second-factor',
  summary: '读取两步验证的状态',
  permission: 'ownAccount',
  input: z.object({}),
  output: secondFactorState,
});
