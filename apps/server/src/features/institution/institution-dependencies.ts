/**
 * The dependencies of the institution slice: the account slice, a gateway for each protocol, and the local page that simulates
 * institutions.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CodedError, hasProviderSettings, type InstitutionProtocol, institutionProtocol, settingsKinds } from '@shufang/contract';
import type { IdentityArrival, IdentityGateway, IdentityGateways, InstitutionProfile } from '../../gateways/identity/identity-gateway.ts';
import type { LocalIdentity } from '../../gateways/identity/local-identity.ts';
import type { Account } from '../account/account.ts';
import { followSignIns } from './institution-session.ts';
import type { InstitutionRecord, SignInMethods } from './settings-store.ts';

export interface InstitutionDependencies {
  readonly account: Account;
  readonly gateways: IdentityGateways;
  /** What identity providers of the CARSI federation need; absent where the platform has not joined the federation. */
  readonly federation?:
    | {
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

/** Creates the dependencies and lets sign-ins of `account` give their session the right of the institution. Call it once per account slice. */
export const createInstitutionDependencies = (
  account: Account,
  options: Omit<InstitutionDependencies, 'account'>,
): InstitutionDependencies => {
  followSignIns(account);
  return { account, ...options };
};

export const signInMethodsOf = ({ gateways, local }: Pick<InstitutionDependencies, 'gateways' | 'local'>): SignInMethods => ({
  protocols: institutionProtocol.options.filter((protocol) => gateways[protocol] !== undefined),
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

/** How users of one institution sign in. The functions throw as those of `IdentityGateway`. */
interface IdentityProvider {
  readonly protocol: InstitutionProtocol;
  /** Returns the URL of the institution's authorization page, and the data needed to check its response. */
  begin(attempt: { readonly state: string; readonly returnUrl: string }): Promise<{ readonly url: string; readonly checkData: string }>;
  /** Validates the response and returns the user's profile. */
  findProfile(checkData: string, arrival: IdentityArrival): Promise<InstitutionProfile>;
}

const settingsOf = (deps: InstitutionDependencies, protocol: InstitutionProtocol, record: InstitutionRecord) => {
  const { domain, entityId, ssoUrl, certificates, issuer, clientId, sealedClientSecret } = record;
  if (settingsKinds[protocol] === 'metadata') return { domain, entityId: entityId ?? '', ssoUrl, certificates };
  const clientSecret = sealedClientSecret === null ? undefined : openSecret(deps.sealing, record.id, sealedClientSecret);
  return { domain, issuer, clientId, clientSecret };
};

/** Returns how users of this institution currently sign in. Throws `institution.signInOff`. */
export const identityProviderOf = (deps: InstitutionDependencies, record: InstitutionRecord): IdentityProvider => {
  const { protocol, domain } = record;
  if (protocol === 'none') throw new CodedError('institution.signInOff');
  if (!hasProviderSettings(protocol, record)) {
    const { local } = deps;
    if (local === undefined) throw new CodedError('institution.signInOff');
    return {
      protocol,
      begin: async (attempt) => ({ url: local.pageUrl(attempt), checkData: '' }),
      findProfile: async (_, arrival) => local.findProfile(protocol, domain, arrival),
    };
  }
  // The type of the table of gateways pairs each protocol with the kind of settings that `settingsOf` returns for it.
  const gateway: IdentityGateway | undefined = deps.gateways[protocol];
  if (gateway === undefined) throw new CodedError('institution.signInOff');
  const settings = settingsOf(deps, protocol, record);
  return {
    protocol,
    begin: (attempt) => gateway.begin(settings, attempt),
    findProfile: (checkData, arrival) => gateway.findProfile(settings, checkData, arrival),
  };
};
