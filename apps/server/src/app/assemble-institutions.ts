/** Chooses the identity gateways of institutions and assembles their slice. */
import { CARSI_ACS_PATH, CARSI_METADATA_PATH } from '@shufang/contract';
import type { Account } from '../features/account/account.ts';
import {
  createInstitutionDependencies,
  type InstitutionDependencies,
  signInMethodsOf,
} from '../features/institution/institution-dependencies.ts';
import type { SignInMethods } from '../features/institution/settings-store.ts';
import { carsiMetadata, createCarsiSignIn } from '../gateways/identity/carsi-sign-in.ts';
import type { IdentityGateways } from '../gateways/identity/identity-gateway.ts';
import { createLocalIdentity, type LocalIdentity } from '../gateways/identity/local-identity.ts';
import { createOidcSignIn } from '../gateways/identity/oidc-sign-in.ts';
import { createPublicFetch } from '../gateways/identity/public-fetch.ts';
import type { CarsiPlatform } from '../gateways/identity/saml-work.ts';
import type { Config } from '../platform/config.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

const PLATFORM_NAME = '书房';

/** Returns how this platform presents itself in the CARSI federation; undefined where it has not joined the federation. */
const carsiPlatformOf = ({ publicUrl, carsi }: Config): CarsiPlatform | undefined =>
  carsi && {
    entityId: carsi.entityId ?? publicUrl + CARSI_METADATA_PATH,
    responseUrl: publicUrl + CARSI_ACS_PATH,
    privateKey: carsi.privateKey,
    certificate: carsi.certificate,
    name: PLATFORM_NAME,
  };

/** Returns the adapter for each protocol of institution sign-in that this installation supports. */
const identityGatewaysOf = ({ config, clock }: Platform): IdentityGateways => {
  const ownHosts = new Set(config.institutionPrivateHosts);
  const carsi = carsiPlatformOf(config);
  return {
    oidc: createOidcSignIn({ fetch: createPublicFetch({ ownHosts }), allowsHttp: ownHosts.size > 0, now: () => clock.now() }),
    ...(carsi && { carsi: createCarsiSignIn(carsi) }),
  };
};

const localIdentityOf = ({ config, secret }: Platform): LocalIdentity | undefined =>
  config.institutionLocal ? createLocalIdentity({ secret: deriveKey(secret, 'local-identity'), publicUrl: config.publicUrl }) : undefined;

/** Returns how users of institutions can sign in on this installation. */
export const institutionSignInMethodsOf = (platform: Platform): SignInMethods =>
  signInMethodsOf({ gateways: identityGatewaysOf(platform), local: localIdentityOf(platform) });

export const assembleInstitutions = (platform: Platform, account: Account): InstitutionDependencies => {
  const { config, secret } = platform;
  const carsi = carsiPlatformOf(config);
  return createInstitutionDependencies(account, {
    gateways: identityGatewaysOf(platform),
    federation: carsi && {
      entityId: carsi.entityId,
      metadata: carsiMetadata(carsi),
      discoveryUrl: config.carsi?.discoveryUrl,
    },
    local: localIdentityOf(platform),
    sealing: deriveKey(secret, 'institution-secrets'),
    publicUrl: config.publicUrl,
  });
};
