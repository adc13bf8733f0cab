import { z } from 'zod';
import { operation } from '../wire/operation.ts';
import { signedInDevice } from './device.ts';

export const listDevices = operation({
  name: 'listDevices',
  method: 'GET',
  path: '/api/my/devices',
  summary: '读取已登录的设备',
  permission: 'ownAccount',
  input: z.object({}),
  output: z.object({ devices: z.array(signedInDevice) }),
});
