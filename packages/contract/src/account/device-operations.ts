/** The devices a person is signed in on. */
import { z } from 'zod';
import { deviceCode } from '../wire/headers.ts';
import { operation } from '../wire/operation.ts';

export const signedInDevice = z.object({
  deviceType: deviceCode,
  /** `Chrome · Windows`: as far as the browser says. */
  name: z.string(),
  /** UTC ms. */
  signedInAt: z.number().int(),
  /** Within five minutes. */
  lastSeenAt: z.number().int(),
  isThis: z.boolean(),
});
export type SignedInDevice = z.output<typeof signedInDevice>;

export const listDevices = operation({
  name: 'listDevices',
  method: 'GET',
  path: '/api/my/devices',
  summary: '读取已登录的设备',
  input: z.object({}),
  output: z.object({ devices: z.array(signedInDevice) }),
});

/** Signs the device of this type out. `signedInAt` names the very session, so that a newer sign-in is not hit. */
export const revokeDevice = operation({
  name: 'revokeDevice',
  method: 'POST',
  path: '/api/my/devices/revoke',
  summary: '退出某个设备',
  input: z.object({ deviceType: deviceCode, signedInAt: z.coerce.number().int() }),
  output: z.object({ devices: z.array(signedInDevice) }),
});
