import { z } from 'zod';

/** Scheme of the `Authorization` header, `Authorization: dp-token <token>` (specification.md §7). */
export const AUTHORIZATION_SCHEME = 'dp-token';
export const DEVICE_CODE_HEADER = 'x-device-code';

/** Kind of device a session belongs to. A user can have one session for each kind at the same time. */
export const deviceCode = z.enum(['web', 'pc', 'mobile']);
export type DeviceCode = z.output<typeof deviceCode>;

/** Name of the header that identifies this installation of the client among the user's devices. The client generates the id once. */
export const DEVICE_ID_HEADER = 'x-device-id';

/**
 * Name of the header that proves that this device has signed in to an account before: it carries the `deviceCredential` values of earlier
 * sign-ins, separated by commas, the newest first. Part of each rate limit is reserved for such devices, so that nobody else can lock the
 * owner out.
 */
export const DEVICE_CREDENTIAL_HEADER = 'x-device-credential';

/**
 * Name of the header with a random secret of this client. Its hash is part of the key under which the responses of anonymous calls are
 * stored, so that no other client can have them replayed (security.md T34). An anonymous call without it is never replayed.
 */
export const CLIENT_KEY_HEADER = 'x-client-key';

/** Name of the header with the idempotency key of a POST call: repeated with the same key, a call is executed once (security.md T34). */
export const OP_ID_HEADER = 'x-op-id';
