/** Devices on which a user is signed in. */
import { z } from 'zod';
import { deviceCode } from '../wire/headers.ts';

export const signedInDevice = z.object({
  /** Public id of the session on this device, the `loginTHQS` of its sign-in; not a credential. */
  sessionId: z.string(),
  deviceType: deviceCode,
  /** Browser and operating system of the device, e.g. `Chrome · Windows`. */
  name: z.string(),
  /** Time of the sign-in on this device, UTC ms. */
  signedInAt: z.number().int(),
  /** Time of the last call from the device, UTC ms, accurate to five minutes. */
  lastSeenAt: z.number().int(),
  isThis: z.boolean(),
});

export type SignedInDevice = z.output<typeof signedInDevice>;
