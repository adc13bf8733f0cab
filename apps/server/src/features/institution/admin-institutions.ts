/** Institutions as administrators see them. */
import { X509Certificate } from 'node:crypto';
import {
  type AdminInstitution,
  CARSI_METADATA_PATH,
  hasProviderSettings,
  type listInstitutions,
  type OutputOf,
  type ParsedInputOf,
  SIGN_IN_RETURN_PATH,
} from '@shufang/contract';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { pageOf } from '../../platform/http/cursor.ts';
import { type InstitutionDependencies, signInMethodsOf } from './institution-dependencies.ts';
import { listMailDomains } from './mailbox-store.ts';
import { type AdminInstitutionRecord, listAdminInstitutions } from './settings-store.ts';

const PAGE = 50;

export const certificateFacts = (pem: string): AdminInstitution['certificates'][number] => {
  const { fingerprint256, validTo } = new X509Certificate(pem);
  return { fingerprint: fingerprint256, endsAt: Date.parse(validTo) };
};

export const viewAdminInstitution = (
  deps: InstitutionDependencies,
  record: AdminInstitutionRecord,
  mailDomains: readonly string[] | undefined,
  countsUsers: boolean,
): AdminInstitution => {
  const { protocols, local } = signInMethodsOf(deps);
  const { protocol, entityId, issuer } = record;
  const ready = protocol !== 'none' && (hasProviderSettings(protocol, record) ? protocols.includes(protocol) : local);
  return {
    id: record.id,
    name: record.name,
    domain: record.domain,
    mailDomains: [...(mailDomains ?? [])],
    protocol,
    ready,
    entityId: entityId ?? '',
    ssoUrl: record.ssoUrl,
    certificates: record.certificates.map(certificateFacts),
    issuer,
    clientId: record.clientId,
    hasClientSecret: record.sealedClientSecret !== null,
    ...(countsUsers ? { members: record.members, linked: record.linked } : {}),
    licenses: record.licenses,
  };
};

/**
 * Lists institutions by name. A caller with the scope of one publisher sees all institutions, because licenses are sold to all of them, but
 * only the licenses of that publisher's books. The number of users of an institution is visible only to the institution and to operators of
 * the whole platform.
 */
export const findAdminInstitutions = async (
  deps: InstitutionDependencies,
  { q, cursor }: ParsedInputOf<typeof listInstitutions>,
  accessScope: AccessScope | undefined,
): Promise<OutputOf<typeof listInstitutions>> => {
  const ids = accessScope === undefined || accessScope.publishers.length > 0 ? undefined : accessScope.institutions;
  const found = await listAdminInstitutions(deps.account.db.orm, { q, after: cursor, ids, accessScope, limit: PAGE + 1 });
  const { items, next } = pageOf(found, PAGE, ({ name }) => name);
  const domains = await listMailDomains(
    deps.account.db.orm,
    items.map(({ id }) => id),
  );
  return {
    items: items.map((record) =>
      viewAdminInstitution(deps, record, domains.get(record.id), accessScope === undefined || accessScope.institutions.includes(record.id)),
    ),
    ...(next === undefined ? {} : { next }),
    platform: {
      ...(deps.federation === undefined ? {} : { entityId: deps.federation.entityId, metadataUrl: deps.publicUrl + CARSI_METADATA_PATH }),
      redirectUri: deps.publicUrl + SIGN_IN_RETURN_PATH,
      local: deps.local !== undefined,
    },
  };
};
