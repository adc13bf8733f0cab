/** Operators' operations on institutions, their sign-in settings and member lists. */
import { z } from 'zod';
import { institutionProtocol } from './institution-protocol.ts';

/** Sign-in protocol of an institution. `none`: access only by network or member list. */
export const signInProtocol = z.enum(['none', ...institutionProtocol.options]);

export type SignInProtocol = z.output<typeof signInProtocol>;

export const adminInstitution = z.object({
  id: z.string(),
  name: z.string(),
  domain: z.string(),
  /** Mail domains that only the institution's teaching staff uses. */
  mailDomains: z.array(z.string()),
  protocol: signInProtocol,
  /**
   * Whether users can sign in through the institution. False while the protocol is not fully configured, except with the local test
   * provider.
   */
  ready: z.boolean(),
  entityId: z.string(),
  ssoUrl: z.string(),
  /** SHA-256 fingerprint of each certificate of the identity provider, and when it expires. */
  certificates: z.array(z.object({ fingerprint: z.string(), endsAt: z.number().int() })),
  issuer: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  /** Number of entries of the member list; absent for callers without permission for the list. */
  members: z.number().int().optional(),
  linked: z.number().int().optional(),
  licenses: z.number().int(),
});

export type AdminInstitution = z.output<typeof adminInstitution>;

export const memberKind = z.enum(['student', 'teacher', 'other']);

export type MemberKind = z.output<typeof memberKind>;
