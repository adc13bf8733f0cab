/** What the institution slice works with: the account slice, one gateway a protocol, and the page that plays institutions. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CodedError } from '@shufang/contract';
import type { IdentityGateway, InstitutionSettings } from '../../gateways/identity/identity-gateway.ts';
import type { LocalIdentity } from '../../gateways/identity/local-identity.ts';
import type { Account } from '../account/account.ts';
import type { InstitutionRecord, SignInWays } from './settings-store.ts';

export interface InstitutionDependencies {
  readonly account: Account;
  readonly oidc: IdentityGateway<'oidc'>;
  /** Absent: this platform has not joined the federation. */
  readonly carsi?:
    | {
        readonly gateway: IdentityGateway<'carsi'>;
        readonly entityId: string;
        /** What `/api/auth/carsi/metadata` answers. */
        readonly metadata: string;
        /** The federation's list of institutions. */
        readonly discoveryUrl: string | undefined;
      }
    | undefined;
  /** Present where the local page plays institutions that have no settings of their own. */
  readonly local?: LocalIdentity | undefined;
  /** AES-256-GCM key for client secrets. */
  readonly sealing: Uint8Array;
  /** Origin of the web client. */
  readonly publicUrl: string;
}

export const waysOf = ({ carsi, local }: InstitutionDependencies): SignInWays => ({
  carsi: carsi !== undefined,
  local: local !== undefined,
});

const TAG_FROM = 12;
const TEXT_FROM = 28;

/** Bound to its institution: a sealed secret moved to another row opens nothing. */
export const sealSecret = (key: Uint8Array, institutionId: string, secret: string): Buffer => {
  const iv = randomBytes(TAG_FROM);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(institutionId));
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

/** Throws for one sealed under another secret of the server. */
export const openSecret = (key: Uint8Array, institutionId: string, sealed: Buffer): string => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, TAG_FROM))
    .setAAD(Buffer.from(institutionId))
    .setAuthTag(sealed.subarray(TAG_FROM, TEXT_FROM));
  return Buffer.concat([decipher.update(sealed.subarray(TEXT_FROM)), decipher.final()]).toString('utf8');
};

export type Way =
  | { readonly kind: 'provider'; readonly settings: InstitutionSettings }
  | { readonly kind: 'local'; readonly protocol: InstitutionSettings['protocol'] };

/** How this institution signs its people in today. Throws `institution.signInOff`. */
export const wayOf = (deps: InstitutionDependencies, record: InstitutionRecord): Way => {
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
