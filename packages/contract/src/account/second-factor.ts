/** The second factor: an authenticator app (TOTP, RFC 6238) and recovery codes. */
import { z } from 'zod';

/** Code of the second factor: six digits of the authenticator app, or a recovery code. */
export const secondFactorCode = z.string().min(1).max(32);

export const secondFactorState = z.object({
  enabled: z.boolean(),
  /** Whether a role of this account requires a second factor on this platform. */
  required: z.boolean(),
  /** Whether this session has verified the second factor. Roles that require it are withheld from other sessions. */
  passed: z.boolean(),
  recoveryCodesLeft: z.number().int(),
  /** Time when the second factor was enabled, UTC ms; absent while it is disabled. */
  enabledAt: z.number().int().optional(),
});

export type SecondFactorState = z.output<typeof secondFactorState>;
