import { z } from 'zod';
import { deviceCode } from '../wire/headers.ts';
import { operation } from '../wire/operation.ts';
import { signedInDevice } from './device.ts';

/**
 * Signs a device out. `signedInAt` identifies the session, so that a newer sign-in is not affected; `sessionId` distinguishes sessions that
 * began in the same millisecond, when several devices of one type are allowed.
 */
export const revokeDevice = operation({
  name: 'revokeDevice',
  method: 'POST',
  path: '/api/my/devices/revoke',
  summary: '退出某个设备',
  permission: 'ownAccount',
  input: z.object({ deviceType: deviceCode, signedInAt: z.coerce.number().int(), sessionId: z.string().max(64).optional() }),
  output: z.object({ devices: z.array(signedInDevice) }),
});
