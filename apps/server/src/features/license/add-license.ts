/** Adds a license for an operator or the command line. */
import { CodedError, type createLicense, type InstitutionLicense, newId, type ParsedInputOf } from '@shufang/contract';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { findBooks } from '../catalog/find-books.ts';
import { filterBooksInScope } from '../publication/versions/publisher-scope.ts';
import type { ManageLicensesDependencies } from './license-dependencies.ts';
import { findOrCreateInstitution, insertLicense, lockLicenses, normalizeNetworks } from './license-store.ts';
import { requireOwnNetworks } from './own-networks.ts';

/**
 * Adds the license. Throws `license.overlap`, `catalog.bookNotFound`, and `request.invalid` if an operator with an access scope
 * licenses the whole library.
 */
export const addLicense = (
  { db, clock }: ManageLicensesDependencies,
  operator: Operator,
  input: ParsedInputOf<typeof createLicense>,
  operatorScope: AccessScope | undefined,
): Promise<InstitutionLicense> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const bookIds = [...new Set(input.bookIds)];
    if (operatorScope !== undefined && bookIds.length === 0)
      throw new CodedError('request.invalid', { reason: '请选择图书：您只能授权所负责的出版社的图书' });
    const inScope = await filterBooksInScope(tx, bookIds, operatorScope);
    if (inScope.size < bookIds.length || (await findBooks(tx, bookIds)).length < bookIds.length)
      throw new CodedError('catalog.bookNotFound');
    await lockLicenses(tx);
    const networks = await normalizeNetworks(tx, input.networks);
    const { draft, ...terms } = input;
    const license: InstitutionLicense = {
      ...terms,
      bookIds,
      networks,
      id: newId(now),
      scope: input.bookIds.length === 0 ? 'all' : 'books',
      status: draft ? 'draft' : 'active',
    };
    if (!draft) await requireOwnNetworks(tx, license);
    await insertLicense(tx, await findOrCreateInstitution(tx, newId(now), license.institution, now), license, now);
    const { institution: name, networks: after, scope, startsAt, endsAt, contractNo, seats, concurrent, status } = license;
    const facts = { networks: after, scope, books: license.bookIds.length, startsAt, endsAt, contractNo, seats, concurrent, status };
    await recordAuditEvent(
      tx,
      operator,
      { action: 'license.create', target: { kind: 'license', id: license.id, name }, after: facts },
      now,
    );
    return license;
  });
