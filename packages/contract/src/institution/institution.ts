/** Sign-in through an institution (CARSI or OpenID Connect), linking to it, and joining its member list. */
import { z } from 'zod';
import { institutionProtocol } from './institution-protocol.ts';
import { licenseMode } from './license-mode.ts';

/** How `state` values of institutions begin; the callback page (`SIGN_IN_RETURN_PATH`) recognizes them by it. */
export const INSTITUTION_STATE = 'i.';

/** Path at which the server receives the SAML response of an identity provider (assertion consumer service). */
export const CARSI_ACS_PATH = '/api/auth/carsi/acs';

/** Path of the SAML metadata that describes this service to identity providers. */
export const CARSI_METADATA_PATH = '/api/auth/carsi/metadata';

/** Path to which the federation's discovery service returns the user with the chosen institution. */
export const CARSI_DISCOVERED_PATH = '/api/auth/carsi/discovered';

/** Path of the simulated identity provider for demos and tests. */
export const LOCAL_IDENTITY_PATH = '/local-identity';

export const institutionSummary = z.object({ id: z.string(), name: z.string() });

/** The caller's relation to an institution. */
export const myInstitution = institutionSummary.extend({
  /** Link of the caller's account by sign-in; absent if the caller is only on the institution's member list. */
  link: z.object({ protocol: institutionProtocol, since: z.number().int() }).optional(),
  /** License modes by which the institution's license applies in this session. */
  active: z.array(licenseMode),
  /** Time when the earliest of the modes in `active` ends, UTC ms; absent if none of them has an end. */
  activeUntil: z.number().int().optional(),
});

export type MyInstitution = z.output<typeof myInstitution>;
