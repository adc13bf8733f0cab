import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { userInfo } from './user-info.ts';

export const getUserInfo = operation({
  name: 'getUserInfo',
  method: 'GET',
  path: '/api/user/userInfo/get',
  summary: '读取个人信息',
  permission: 'ownAccount',
  input: z.object({}),
  output: userInfo,
});
