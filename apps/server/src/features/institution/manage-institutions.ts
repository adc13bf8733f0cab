/** The desk's part of institutions: their names, domains and how their people sign in. */
import { X509Certificate } from 'node:crypto';
import {
  CARSI_METADATA_PATH,
  CodedError,
  type DeskInstitution,
  INSTITUTION_RETURN_PATH,
  type listInstitutions as listOperation,
  newId,
  type OutputOf,
  type ParsedInputOf,
  type saveInstitution as saveOperation,
} from '@shufang/contract';
import { pinyin } from 'pinyin-pro';
import { MetadataFault, readIdpMetadata } from '../../gateways/identity/idp-metadata.ts';
import { changeBetween, type Operator, recordAct } from '../../platform/audit.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { type InstitutionDependencies, sealSecret, waysOf } from './institution-dependencies.ts';
import { listMailDomains, putMailDomains } from './mailbox-store.ts';
import {
  type DeskRecord,
  findInstitution,
  listDeskInstitutions,
  lockInstitutions,
  putInstitution,
  putSignIn,
  type SignInRecord,
} from './settings-store.ts';

const PAGE = 50;

/** `beijingdaxue bjdx pku.edu.cn`. */
export const searchKeyOf = (name: string, domain: string): string => {
  const whole = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
  const first = pinyin(name, { toneType: 'none', type: 'array', pattern: 'first', nonZh: 'removed' });
  return [whole.join(''), first.join(''), domain].join(' ').toLowerCase();
};

const certificateFacts = (pem: string): DeskInstitution['certificates'][number] => {
  const { fingerprint256, validTo } = new X509Certificate(pem);
  return { fingerprint: fingerprint256, endsAt: Date.parse(validTo) };
};

const viewOf = (
  deps: InstitutionDependencies,
  record: DeskRecord,
  mailDomains: readonly string[] | undefined,
  countsPeople: boolean,
): DeskInstitution => {
  const { carsi, local } = waysOf(deps);
  const { protocol, entityId, issuer } = record;
  const ready = (protocol === 'carsi' && (entityId === null ? local : carsi)) || (protocol === 'oidc' && (issuer !== '' || local));
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
    ...(countsPeople ? { members: record.members, linked: record.linked } : {}),
    licences: record.licences,
  };
};

/**
 * By name. Who sells books of one publisher sells them to every institution, and counts the licences of those books; how many people an
 * institution has is between it and the platform.
 */
export const listInstitutions = async (
  deps: InstitutionDependencies,
  { q, cursor }: ParsedInputOf<typeof listOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listOperation>> => {
  const ids = bounds === undefined || bounds.publishers.length > 0 ? undefined : bounds.institutions;
  const found = await listDeskInstitutions(deps.account.db.orm, { q, after: cursor, ids, bounds, limit: PAGE + 1 });
  const items = found.slice(0, PAGE);
  const last = found.length > PAGE ? items.at(-1) : undefined;
  const domains = await listMailDomains(
    deps.account.db.orm,
    items.map(({ id }) => id),
  );
  return {
    items: items.map((record) =>
      viewOf(deps, record, domains.get(record.id), bounds === undefined || bounds.institutions.includes(record.id)),
    ),
    ...(last === undefined ? {} : { next: last.name }),
    platform: {
      ...(deps.carsi === undefined ? {} : { entityId: deps.carsi.entityId, metadataUrl: deps.publicUrl + CARSI_METADATA_PATH }),
      redirectUri: deps.publicUrl + INSTITUTION_RETURN_PATH,
      local: deps.local !== undefined,
    },
  };
};

type Wish = ParsedInputOf<typeof saveOperation>;

const EMPTY: SignInRecord = {
  domain: '',
  searchKey: '',
  protocol: 'none',
  entityId: null,
  ssoUrl: '',
  certificates: [],
  issuer: '',
  clientId: '',
  sealedClientSecret: null,
};

/** What the metadata says, or what was kept of it. Throws `institution.metadataBad`. */
const providerOf = (wish: Wish, before: SignInRecord): Pick<SignInRecord, 'entityId' | 'ssoUrl' | 'certificates'> => {
  if (wish.metadata === undefined) return { entityId: before.entityId, ssoUrl: before.ssoUrl, certificates: before.certificates };
  if (wish.metadata.trim() === '') return { entityId: null, ssoUrl: '', certificates: [] };
  try {
    const { entityId, ssoUrl, certificates, scopes } = readIdpMetadata(wish.metadata);
    if (wish.domain !== '' && scopes.length > 0 && !scopes.includes(wish.domain))
      throw new MetadataFault(`这份元数据的域名是 ${scopes.join('、')}，不是 ${wish.domain}`);
    return { entityId, ssoUrl, certificates: [...certificates] };
  } catch (error) {
    if (!(error instanceof MetadataFault)) throw error;
    throw new CodedError('institution.metadataBad', { reason: error.message }, { cause: error });
  }
};

/** For the log: no secret, and certificates by number. */
const factsOf = (name: string, record: SignInRecord, mailDomains: readonly string[]): Record<string, unknown> => ({
  name,
  domain: record.domain,
  mailDomains: mailDomains.join(' '),
  protocol: record.protocol,
  entityId: record.entityId,
  ssoUrl: record.ssoUrl,
  certificates: record.certificates.map((pem) => certificateFacts(pem).fingerprint),
  issuer: record.issuer,
  clientId: record.clientId,
  hasClientSecret: record.sealedClientSecret !== null,
});

/** Throws `institution.notFound`, `institution.nameTaken`, `institution.mailDomainTaken`, `institution.metadataBad`. */
export const saveInstitution = async (deps: InstitutionDependencies, operator: Operator, wish: Wish): Promise<DeskInstitution> => {
  const { db, clock } = deps.account;
  const now = clock.now();
  return db.transaction(async (tx) => {
    await lockInstitutions(tx);
    const known = wish.id === undefined ? undefined : await findInstitution(tx, wish.id);
    if (wish.id !== undefined && known === undefined) throw new CodedError('institution.notFound');
    if (wish.protocol === 'carsi' && wish.domain === '') throw new CodedError('request.invalid', { reason: '请填写机构的域名' });
    const id = wish.id ?? newId(now);
    const before: SignInRecord = known === undefined ? EMPTY : { ...EMPTY, ...known };
    const sealed =
      wish.clientSecret === undefined
        ? before.sealedClientSecret
        : wish.clientSecret === ''
          ? null
          : sealSecret(deps.sealing, id, wish.clientSecret);
    const { name, domain, protocol, issuer, clientId } = wish;
    const after: SignInRecord = {
      ...providerOf(wish, before),
      domain,
      searchKey: searchKeyOf(name, domain),
      protocol,
      issuer: issuer.replace(/\/+$/, ''),
      clientId,
      sealedClientSecret: sealed,
    };
    if (!(await putInstitution(tx, { id, name }, now)) || !(await putSignIn(tx, id, after, now)))
      throw new CodedError('institution.nameTaken');
    const mailBefore = (await listMailDomains(tx, [id])).get(id) ?? [];
    const mailAfter = wish.mailDomains === undefined ? mailBefore : [...new Set(wish.mailDomains)].toSorted();
    const taken = await putMailDomains(tx, id, mailAfter);
    if (taken !== undefined) throw new CodedError('institution.mailDomainTaken', taken);
    const [was, is] = [factsOf(known?.name ?? '', before, mailBefore), factsOf(name, after, mailAfter)];
    const facts = known === undefined ? { after: is } : changeBetween(was, is);
    await recordAct(tx, operator, { act: 'institution.save', target: { kind: 'institution', id, name }, ...facts }, now);
    const [kept] = await listDeskInstitutions(tx, { q: '', after: undefined, ids: [id], bounds: undefined, limit: 1 });
    if (kept === undefined) throw new Error('the institution just saved is not there');
    return viewOf(deps, kept, mailAfter, true);
  });
};
