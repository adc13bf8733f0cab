/** Chooses the identity gateways of institutions and assembles their slice. */
import { CARSI_ACS_PATH, CARSI_METADATA_PATH } from '@shufang/contract';
import type { Account } from '../features/account/account.ts';
import { createInstitutionDependencies, type InstitutionDependencies } from '../features/institution/institution-dependencies.ts';
import { carsiMetadata, createCarsiSignIn } from '../gateways/identity/carsi-sign-in.ts';
import { createLocalIdentity } from '../gateways/identity/local-identity.ts';
import { createOidcSignIn } from '../gateways/identity/oidc-sign-in.ts';
import { createPublicFetch } from '../gateways/identity/public-fetch.ts';
import type { CarsiPlatform } from '../gateways/identity/saml-work.ts';
import type { Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

const PLATFORM_NAME = '书房';

export const assembleInstitutions = ({ config, clock, secret }: Platform, account: Account): InstitutionDependencies => {
  const { publicUrl, carsi } = config;
  const own = new Set(config.institutionPrivateHosts);
  const sp: CarsiPlatform | undefined = carsi && {
    entityId: carsi.entityId ?? publicUrl + CARSI_METADATA_PATH,
    responseUrl: publicUrl + CARSI_ACS_PATH,
    privateKey: carsi.privateKey,
    certificate: carsi.certificate,
    name: PLATFORM_NAME,
  };
  return createInstitutionDependencies(account, {
    oidc: createOidcSignIn({ fetch: createPublicFetch({ ownHosts: own }), allowsHttp: own.size > 0, now: () => clock.now() }),
    carsi: sp && {
      gateway: createCarsiSignIn(sp),
      entityId: sp.entityId,
      metadata: carsiMetadata(sp),
      discoveryUrl: carsi?.discoveryUrl,
    },
    local: config.institutionLocal ? createLocalIdentity({ secret: deriveKey(secret, 'local-identity'), publicUrl }) : undefined,
    sealing: deriveKey(secret, 'institution-secrets'),
    publicUrl,
  });
};
