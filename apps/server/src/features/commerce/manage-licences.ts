/** Licences of institutions: recorded, stopped, taken up again. A network belongs to one institution at a time. */
import { CodedError, type createLicence as createOperation, type InstitutionLicence, newId, type ParsedInputOf } from '@shufang/contract';
import { type DeskOperator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import {
  findLicence,
  findOverlap,
  insertLicence,
  institutionNamed,
  lockLicences,
  networksOf,
  updateLicenceStatus,
} from './licence-store.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
}

const requireOwnNetworks = async (tx: Transaction, wish: InstitutionLicence): Promise<void> => {
  const overlap = await findOverlap(tx, wish);
  if (overlap !== undefined) throw new CodedError('commerce.licenceOverlap', overlap);
};

/** Throws `commerce.licenceOverlap`. */
export const createLicence = (
  { db, clock }: Parts,
  operator: DeskOperator,
  input: ParsedInputOf<typeof createOperation>,
): Promise<InstitutionLicence> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    await lockLicences(tx);
    const networks = await networksOf(tx, input.networks);
    const licence: InstitutionLicence = {
      ...input,
      networks,
      id: newId(now),
      scope: input.bookIds.length === 0 ? 'all' : 'books',
      status: 'active',
    };
    await requireOwnNetworks(tx, licence);
    await insertLicence(tx, await institutionNamed(tx, newId(now), licence.institution, now), licence, now);
    const { institution: name, networks: after, scope, startsAt, endsAt, contractNo } = licence;
    const facts = { networks: after, scope, books: licence.bookIds.length, startsAt, endsAt, contractNo };
    await recordAct(tx, operator, { act: 'licence.create', target: { kind: 'licence', id: licence.id, name }, after: facts }, now);
    return licence;
  });

/** Throws `commerce.licenceNotFound`, `commerce.licenceOverlap`. */
export const setLicenceStatus = (
  { db, clock }: Parts,
  operator: DeskOperator,
  { licenceId, status }: { licenceId: string; status: InstitutionLicence['status'] },
): Promise<InstitutionLicence> =>
  db.transaction(async (tx) => {
    await lockLicences(tx);
    const known = await findLicence(tx, licenceId);
    if (known === undefined) throw new CodedError('commerce.licenceNotFound');
    if (status === 'active' && known.status !== 'active') await requireOwnNetworks(tx, known);
    await updateLicenceStatus(tx, licenceId, status);
    const act = status === 'active' ? 'licence.resume' : 'licence.suspend';
    await recordAct(tx, operator, { act, target: { kind: 'licence', id: licenceId, name: known.institution } }, clock.now());
    return { ...known, status };
  });
