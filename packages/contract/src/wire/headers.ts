import { z } from 'zod';

/** `Authorization: dp-token <token>` (product spec, section 7). */
export const AUTHORIZATION_SCHEME = 'dp-token';
export const DEVICE_CODE_HEADER = 'x-device-code';

/** Kind of device a session belongs to; sessions of different kinds live side by side. */
export const deviceCode = z.enum(['web', 'pc', 'mobile']);
export type DeviceCode = z.output<typeof deviceCode>;

/** Names this installation of the client among the person's others (sync, streams). Made by the client once. */
export const DEVICE_ID_HEADER = 'x-device-id';

/** Names one wish of a client across repetitions: a POST that comes again under the same name is answered as the first time (security.md T34). */
export const OP_ID_HEADER = 'x-op-id';
