/** The protocols by which users sign in through an institution. Every other list of protocols derives from this one. */
import { z } from 'zod';

export const institutionProtocol = z.enum(['carsi', 'oidc']);

export type InstitutionProtocol = z.output<typeof institutionProtocol>;

/**
 * The settings that an institution enters for a protocol. `metadata`: the SAML metadata of its identity provider, whose scopes are its
 * domain; `client`: an issuer, and the client id and secret that it gave to this platform.
 */
export const settingsKinds = { carsi: 'metadata', oidc: 'client' } as const satisfies Record<InstitutionProtocol, 'metadata' | 'client'>;

/** Returns whether an institution has entered the settings of its protocol. */
export const hasProviderSettings = (
  protocol: InstitutionProtocol,
  { entityId, issuer }: { readonly entityId: string | null; readonly issuer: string },
): boolean => (settingsKinds[protocol] === 'metadata' ? entityId !== null && entityId !== '' : issuer !== '');
