/** Licences of institutions: recorded, stopped, taken up again. A network belongs to one institution at a time. */
import {
  CodedError,
  type createLicence as createOperation,
  type InstitutionLicence,
  type listLicences as listOperation,
  newId,
  type OutputOf,
  type ParsedInputOf,
  type setLicencePlaces as placesOperation,
  type setLicenceStatus as statusOperation,
} from '@shufang/contract';
import { changeBetween, type DeskOperator, type Operator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import { findBooks } from '../catalog/find-books.ts';
import { booksWithin } from '../media/publication/books-within.ts';
import {
  countLicences,
  findLicence,
  findOverlap,
  insertLicence,
  institutionNamed,
  type LicencePlace,
  listLicenceRows,
  lockLicences,
  networksOf,
  updateLicencePlaces,
  updateLicenceStatus,
} from './licence-store.ts';

interface Parts {
  readonly db: Database;
  readonly clock: Clock;
}

/** So many titles say what a licence is about; the list has its number of books beside. */
const TITLES_SHOWN = 5;

const placeOf = ({ endsAt, id }: LicencePlace): string => `${endsAt}-${id}`;
/** Throws `request.invalid` for a cursor that is none of ours. */
const readPlace = (cursor: string): LicencePlace => {
  const [, endsAt, id] = /^(\d{1,15})-([0-9a-z]{1,64})$/.exec(cursor) ?? [];
  if (endsAt === undefined || id === undefined) throw new CodedError('request.invalid', { reason: 'cursor 有误' });
  return { endsAt: Number(endsAt), id };
};

export const listLicences = async (
  { db, clock }: Parts,
  { state, q, cursor, limit }: ParsedInputOf<typeof listOperation>,
  bounds: Bounds | undefined,
): Promise<OutputOf<typeof listOperation>> => {
  const now = clock.now();
  const after = cursor === undefined ? undefined : readPlace(cursor);
  const [found, counts] = await Promise.all([
    listLicenceRows(db.orm, { state, q, bounds, after, limit: limit + 1, now }),
    countLicences(db.orm, bounds, now),
  ]);
  const items = found.slice(0, limit);
  const shown = items.map(({ bookIds }) => bookIds.slice(0, TITLES_SHOWN));
  const titles = new Map((await findBooks(db.orm, [...new Set(shown.flat())])).map(({ id, title }) => [id, title]));
  const last = found.length > limit ? items.at(-1) : undefined;
  return {
    items: items.map((licence, index) => ({ ...licence, titles: (shown[index] ?? []).flatMap((id) => titles.get(id) ?? []) })),
    ...(last === undefined ? {} : { next: placeOf(last) }),
    counts,
  };
};

const requireOwnNetworks = async (tx: Transaction, wish: InstitutionLicence): Promise<void> => {
  const overlap = await findOverlap(tx, wish);
  if (overlap !== undefined) throw new CodedError('commerce.licenceOverlap', overlap);
};

/** Throws `commerce.licenceOverlap`, `catalog.bookNotFound`; `request.invalid` where who looks after a part licenses the whole library. */
export const createLicence = (
  { db, clock }: Parts,
  operator: Operator,
  input: ParsedInputOf<typeof createOperation>,
  bounds: Bounds | undefined,
): Promise<InstitutionLicence> =>
  db.transaction(async (tx) => {
    const now = clock.now();
    const bookIds = [...new Set(input.bookIds)];
    if (bounds !== undefined && bookIds.length === 0)
      throw new CodedError('request.invalid', { reason: '请选择图书：您只能授权所负责的出版社的图书' });
    const inReach = await booksWithin(tx, bookIds, bounds);
    if (inReach.size < bookIds.length || (await findBooks(tx, bookIds)).length < bookIds.length)
      throw new CodedError('catalog.bookNotFound');
    await lockLicences(tx);
    const networks = await networksOf(tx, input.networks);
    const { draft, ...wish } = input;
    const licence: InstitutionLicence = {
      ...wish,
      bookIds,
      networks,
      id: newId(now),
      scope: input.bookIds.length === 0 ? 'all' : 'books',
      status: draft ? 'draft' : 'active',
    };
    if (!draft) await requireOwnNetworks(tx, licence);
    await insertLicence(tx, await institutionNamed(tx, newId(now), licence.institution, now), licence, now);
    const { institution: name, networks: after, scope, startsAt, endsAt, contractNo, seats, concurrent, status } = licence;
    const facts = { networks: after, scope, books: licence.bookIds.length, startsAt, endsAt, contractNo, seats, concurrent, status };
    await recordAct(tx, operator, { act: 'licence.create', target: { kind: 'licence', id: licence.id, name }, after: facts }, now);
    return licence;
  });

/** Throws `commerce.licenceNotFound`. */
export const setLicencePlaces = (
  { db, clock }: Parts,
  operator: DeskOperator,
  { licenceId, seats, concurrent, reason }: ParsedInputOf<typeof placesOperation>,
): Promise<InstitutionLicence> =>
  db.transaction(async (tx) => {
    await lockLicences(tx);
    const known = await findLicence(tx, licenceId);
    if (known === undefined) throw new CodedError('commerce.licenceNotFound');
    await updateLicencePlaces(tx, licenceId, { seats, concurrent });
    const target = { kind: 'licence', id: licenceId, name: known.institution } as const;
    const facts = changeBetween({ seats: known.seats, concurrent: known.concurrent }, { seats, concurrent });
    await recordAct(tx, operator, { act: 'licence.places', target, ...facts, reason }, clock.now());
    const { seats: _, concurrent: __, ...rest } = known;
    return { ...rest, ...(seats !== undefined && { seats }), ...(concurrent !== undefined && { concurrent }) };
  });

/** A draft is put in force once and never again a draft. Throws `commerce.licenceNotFound`, `commerce.licenceOverlap`. */
export const setLicenceStatus = (
  { db, clock }: Parts,
  operator: DeskOperator,
  { licenceId, status, reason }: ParsedInputOf<typeof statusOperation>,
): Promise<InstitutionLicence> =>
  db.transaction(async (tx) => {
    await lockLicences(tx);
    const known = await findLicence(tx, licenceId);
    if (known === undefined) throw new CodedError('commerce.licenceNotFound');
    if (status === 'active' && known.status !== 'active') await requireOwnNetworks(tx, known);
    await updateLicenceStatus(tx, licenceId, status);
    const act = status === 'suspended' ? 'licence.suspend' : known.status === 'draft' ? 'licence.activate' : 'licence.resume';
    const target = { kind: 'licence', id: licenceId, name: known.institution } as const;
    await recordAct(tx, operator, { act, target, before: { status: known.status }, after: { status }, reason }, clock.now());
    return { ...known, status };
  });
