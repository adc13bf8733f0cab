/** Sign-in settings: the second factor, and rate limits for the IP networks of institutions. A part of `config.ts`. */
import { z } from 'zod';

export const signInEnvironment = {
  /**
   * Whether operators need a second factor. With `required`, their roles are withheld from sessions without one; always so in production.
   */
  SECOND_FACTOR: z.enum(['required', 'optional'], '须为 required、optional 之一').optional(),
  /** Maximum number of connections, and of SMS per hour, from one IP network of an institution with a license. */
  INSTITUTION_CONNECTIONS: z.coerce.number().int().min(1).default(2_000),
  INSTITUTION_SMS_PER_HOUR: z.coerce.number().int().min(1).default(500),
};

export interface SignInSettings {
  /** Whether administrators, editors and finance need a second factor. */
  readonly secondFactor: 'required' | 'optional';
  /** Rate limits for the IP networks of institutions. */
  readonly institutionConnections: number;
  readonly institutionSmsPerHour: number;
}

interface Given {
  readonly MODE: 'demo' | 'production';
  readonly SECOND_FACTOR?: SignInSettings['secondFactor'] | undefined;
  readonly INSTITUTION_CONNECTIONS: number;
  readonly INSTITUTION_SMS_PER_HOUR: number;
}

export const signInSettings = (given: Given): SignInSettings => ({
  secondFactor: given.SECOND_FACTOR ?? (given.MODE === 'production' ? 'required' : 'optional'),
  institutionConnections: given.INSTITUTION_CONNECTIONS,
  institutionSmsPerHour: given.INSTITUTION_SMS_PER_HOUR,
});
