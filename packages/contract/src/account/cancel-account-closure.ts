import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { userInfo } from './user-info.ts';

/** Cancels a requested closure before its deadline. */
export const cancelAccountClosure = operation({
  name: 'cancelAccountClosure',
  method: 'POST',
  path: '/api/user/cancel/withdraw',
  summary: '撤销注销',
  permission: 'ownAccount',
  input: z.object({}),
  output: userInfo,
});
