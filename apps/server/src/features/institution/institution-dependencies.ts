/**
 * The dependencies of the institution slice: the account slice, a gateway for each protocol, and the local page that simulates
 * institutions.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CodedError } from '@shufang/contract';
import type { IdentityGateway, InstitutionSettings } from '../../gateways/identity/identity-gateway.ts';
import type { LocalIdentity } from '../../gateways/identity/local-identity.ts';
import type { Account } from '../account/account.ts';
import { followSignIns } from './institution-session.ts';
import type { InstitutionRecord, SignInMethods } from './settings-store.ts';

export interface InstitutionDependencies {
  readonly account: Account;
  readonly oidc: IdentityGateway<'oidc'>;
  /** The gateway of CARSI; absent where the platform has not joined the federation. */
  readonly carsi?:
    | {
        readonly gateway: IdentityGateway<'carsi'>;
        readonly entityId: string;
        /** The platform's metadata for the federation, served at `/api/auth/carsi/metadata`. */
        readonly metadata: string;
        /** The URL of the federation's list of institutions. */
        readonly discoveryUrl: string | undefined;
      }
    | undefined;
  /** The local page that simulates the identity provider of each institution without settings; undefined if it is not enabled. */
  readonly local?: LocalIdentity | undefined;
  /** AES-256-GCM key that encrypts the client secrets of institutions. */
  readonly sealing: Uint8Array;
  /** Origin of the web client. */
  readonly publicUrl: string;
}

type IdentityGateways = Pick<InstitutionDependencies, 'oidc' | 'carsi' | 'local'>;

/** Creates the dependencies and lets sign-ins of `account` give their session the right of the institution. Call it once per account slice. */
export const createInstitutionDependencies = (
  account: Account,
  options: IdentityGateways & Pick<InstitutionDependencies, 'sealing' | 'publicUrl'>,
): InstitutionDependencies => {
  followSignIns(account);
  return { account, ...options };
};

export const signInMethodsOf = ({ carsi, local }: InstitutionDependencies): SignInMethods => ({
  carsi: carsi !== undefined,
  local: local !== undefined,
});

const TAG_FROM = 12;
const TEXT_FROM = 28;

/**
 * Encrypts the client secret of one institution. It cannot be decrypted for another institution, even if it is copied to that institution's
 * row.
 */
export const sealSecret = (key: Uint8Array, institutionId: string, secret: string): Buffer => {
  const iv = randomBytes(TAG_FROM);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(institutionId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Decrypts a client secret. Throws for one that was encrypted under another server secret. */
export const openSecret = (key: Uint8Array, institutionId: string, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, TAG_FROM))
    .setAAD(Buffer.from(institutionId))
    .setAuthTag(sealed.subarray(TAG_FROM, TEXT_FROM));
  return Buffer.concat([decipher.update(sealed.subarray(TEXT_FROM)), decipher.final()]).toString('utf8');
};

export type IdentityProvider =
  | { readonly kind: 'provider'; readonly settings: InstitutionSettings }
  | { readonly kind: 'local'; readonly protocol: InstitutionSettings['protocol'] };

/** Returns how users of this institution currently sign in. Throws `institution.signInOff`. */
export const identityProviderOf = (deps: InstitutionDependencies, record: InstitutionRecord): IdentityProvider => {
  const { protocol, domain, entityId, ssoUrl, certificates, issuer, clientId, sealedClientSecret } = record;
  if (protocol === 'carsi' && entityId !== null && deps.carsi !== undefined)
    return { kind: 'provider', settings: { protocol, domain, entityId, ssoUrl, certificates } };
  if (protocol === 'oidc' && issuer !== '') {
    const clientSecret = sealedClientSecret === null ? undefined : openSecret(deps.sealing, record.id, sealedClientSecret);
    return { kind: 'provider', settings: { protocol, domain, issuer, clientId, clientSecret } };
  }
  const isEmpty = protocol === 'carsi' ? entityId === null : issuer === '';
  if (protocol !== 'none' && isEmpty && deps.local !== undefined) return { kind: 'local', protocol };
  throw new CodedError('institution.signInOff');
};
