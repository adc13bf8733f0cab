import { type AdminInstitution, CodedError, newId, type ParsedInputOf, type saveInstitution, settingsKinds } from '@shufang/contract';
import { pinyin } from 'pinyin-pro';
import { metadataReader } from '../../gateways/identity/isolated-metadata.ts';
import { changeBetween, type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { certificateFacts, viewAdminInstitution } from './admin-institutions.ts';
import { type InstitutionDependencies, sealSecret } from './institution-dependencies.ts';
import { listMailDomains, putMailDomains } from './mailbox-store.ts';
import {
  findInstitution,
  listAdminInstitutions,
  lockInstitutions,
  putInstitution,
  putSignIn,
  type SignInRecord,
} from './settings-store.ts';

/** Returns the search text of an institution, e.g. `beijingdaxue bjdx pku.edu.cn`. */
export const searchKeyOf = (name: string, domain: string): string => {
  const whole = pinyin(name, { toneType: 'none', type: 'array', nonZh: 'consecutive' });
  const first = pinyin(name, { toneType: 'none', type: 'array', pattern: 'first', nonZh: 'removed' });
  return [whole.join(''), first.join(''), domain].join(' ').toLowerCase();
};

type InstitutionInput = ParsedInputOf<typeof saveInstitution>;

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

type Provider = Pick<SignInRecord, 'entityId' | 'ssoUrl' | 'certificates'>;

/** Parses the metadata of the identity provider. Returns undefined when none was sent; the stored settings then stay. */
const readProvider = async ({ metadata, domain }: InstitutionInput): Promise<Provider | undefined> => {
  if (metadata === undefined) return undefined;
  if (metadata.trim() === '') return { entityId: null, ssoUrl: '', certificates: [] };
  const { entityId, ssoUrl, certificates, scopes } = await metadataReader.run(metadata);
  if (domain !== '' && scopes.length > 0 && !scopes.includes(domain))
    throw new CodedError('institution.metadataBad', { reason: `这份元数据的域名是 ${scopes.join('、')}，不是 ${domain}` });
  return { entityId, ssoUrl, certificates: [...certificates] };
};

/** Returns the settings as the audit log records them: no secret, and certificates only as a count. */
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

/**
 * Stores the settings of an institution. Throws `institution.notFound`, `institution.nameTaken`, `institution.mailDomainTaken`,
 * `institution.metadataBad`.
 */
export const putInstitutionSettings = async (
  deps: InstitutionDependencies,
  operator: Operator,
  input: InstitutionInput,
): Promise<AdminInstitution> => {
  const { db, clock } = deps.account;
  const now = clock.now();
  const provider = await readProvider(input);
  return db.transaction(async (tx) => {
    await lockInstitutions(tx);
    const known = input.id === undefined ? undefined : await findInstitution(tx, input.id);
    if (input.id !== undefined && known === undefined) throw new CodedError('institution.notFound');
    if (input.protocol !== 'none' && settingsKinds[input.protocol] === 'metadata' && input.domain === '')
      throw new CodedError('request.invalid', { reason: '请填写机构的域名' });
    const id = input.id ?? newId(now);
    const before: SignInRecord = known === undefined ? EMPTY : { ...EMPTY, ...known };
    const sealed =
      input.clientSecret === undefined
        ? before.sealedClientSecret
        : input.clientSecret === ''
          ? null
          : sealSecret(deps.sealing, id, input.clientSecret);
    const { name, domain, protocol, issuer, clientId } = input;
    const after: SignInRecord = {
      ...(provider ?? { entityId: before.entityId, ssoUrl: before.ssoUrl, certificates: before.certificates }),
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
    const mailAfter = input.mailDomains === undefined ? mailBefore : [...new Set(input.mailDomains)].toSorted();
    const taken = await putMailDomains(tx, id, mailAfter);
    if (taken !== undefined) throw new CodedError('institution.mailDomainTaken', taken);
    const [was, is] = [factsOf(known?.name ?? '', before, mailBefore), factsOf(name, after, mailAfter)];
    const facts = known === undefined ? { after: is } : changeBetween(was, is);
    await recordAuditEvent(tx, operator, { action: 'institution.save', target: { kind: 'institution', id, name }, ...facts }, now);
    const [stored] = await listAdminInstitutions(tx, { q: '', after: undefined, ids: [id], accessScope: undefined, limit: 1 });
    if (stored === undefined) throw new Error('the saved institution was not found');
    return viewAdminInstitution(deps, stored, mailAfter, true);
  });
};
