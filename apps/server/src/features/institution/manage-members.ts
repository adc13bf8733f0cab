/** The desk's part of institutions' lists: looked at, brought up to date from a file, taken from. */
import {
  CodedError,
  type InstitutionMember,
  type importInstitutionMembers as importOperation,
  type listInstitutionMembers as listOperation,
  maskPhone,
  newId,
  type OutputOf,
  type ParsedInputOf,
  type removeInstitutionMembers as removeOperation,
} from '@shufang/contract';
import { type DeskOperator, type Operator, recordAct } from '../../platform/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { countMembers, deleteMembers, listMembers as listRows, lockMembers, type Member, putMembers } from './member-store.ts';
import { type RosterLine, readRoster } from './read-roster.ts';
import { findInstitution, type InstitutionRecord } from './settings-store.ts';

export interface InstitutionDesk {
  readonly db: Database;
  readonly clock: Clock;
}

const PAGE = 50;

const requireInstitution = async ({ db }: InstitutionDesk, id: string): Promise<InstitutionRecord> => {
  const found = await findInstitution(db.orm, id);
  if (found === undefined) throw new CodedError('institution.notFound');
  return found;
};

const view = ({ id, phone, studentNo, name, kind, validUntil, userId }: Member): InstitutionMember => ({
  id,
  phone: maskPhone(phone),
  studentNo,
  name,
  kind,
  ...(validUntil === null ? {} : { validUntil }),
  claimed: userId !== null,
});

/** Throws `institution.notFound`. */
export const listMembers = async (
  desk: InstitutionDesk,
  { institutionId, q, cursor }: ParsedInputOf<typeof listOperation>,
): Promise<OutputOf<typeof listOperation>> => {
  await requireInstitution(desk, institutionId);
  const [found, total] = await Promise.all([
    listRows(desk.db.orm, { institutionId, q, after: cursor, limit: PAGE + 1 }),
    countMembers(desk.db.orm, institutionId),
  ]);
  const items = found.slice(0, PAGE);
  const last = found.length > PAGE ? items.at(-1) : undefined;
  return { items: items.map(view), total, ...(last === undefined ? {} : { next: last.id }) };
};

interface Change {
  readonly put: readonly Member[];
  readonly added: number;
  readonly changed: number;
  readonly gone: readonly string[];
}

/** Who is meant: by student number, else by phone number. A place somebody else now has is nobody's. */
const compare = (institutionId: string, known: readonly Member[], lines: readonly RosterLine[], replace: boolean, now: number): Change => {
  const byNo = new Map(known.flatMap((member) => (member.studentNo === '' ? [] : [[member.studentNo, member] as const])));
  const byPhone = new Map(known.flatMap((member) => (member.phone === '' ? [] : [[member.phone, member] as const])));
  const put: Member[] = [];
  const kept = new Set<string>();
  const gone = new Set<string>();
  let [added, changed] = [0, 0];
  for (const { line: _line, ...said } of lines) {
    const [no, tel] = [byNo.get(said.studentNo), byPhone.get(said.phone)];
    const before = no ?? tel;
    // One line names what were two: the one by phone gives way.
    if (no !== undefined && tel !== undefined && no.id !== tel.id) gone.add(tel.id);
    if (before === undefined) {
      put.push({ ...said, id: newId(now), institutionId, userId: null });
      added += 1;
      continue;
    }
    kept.add(before.id);
    const samePerson = before.studentNo === said.studentNo && before.name === said.name;
    const after: Member = { ...said, id: before.id, institutionId, userId: samePerson ? before.userId : null };
    if (JSON.stringify(Object.entries(after).toSorted()) === JSON.stringify(Object.entries(before).toSorted())) continue;
    put.push(after);
    changed += 1;
  }
  if (replace) for (const { id } of known) if (!kept.has(id)) gone.add(id);
  for (const id of kept) gone.delete(id);
  return { put, added, changed, gone: [...gone] };
};

/** All or nothing: a list with a fault changes nothing and says where. Throws `institution.notFound`, `institution.rosterUnreadable`, `institution.rosterTooLong`. */
export const importMembers = async (
  desk: InstitutionDesk,
  operator: Operator,
  { institutionId, file, replace }: ParsedInputOf<typeof importOperation>,
): Promise<OutputOf<typeof importOperation>> => {
  const institution = await requireInstitution(desk, institutionId);
  const { lines, faults } = readRoster(Buffer.from(file, 'base64'));
  if (faults.length > 0) return { added: 0, changed: 0, removed: 0, faults };
  const now = desk.clock.now();
  return desk.db.transaction(async (tx) => {
    const known = await lockMembers(tx, institutionId);
    const { put, added, changed, gone } = compare(institutionId, known, lines, replace, now);
    const removed = await deleteMembers(tx, institutionId, gone);
    await putMembers(tx, put, now);
    const target = { kind: 'institution', id: institutionId, name: institution.name } as const;
    const after = { lines: lines.length, added, changed, removed, replace };
    await recordAct(tx, operator, { act: 'institution.importMembers', target, after }, now);
    return { added, changed, removed, faults: [] };
  });
};

/** Throws `institution.notFound`. */
export const removeMembers = async (
  desk: InstitutionDesk,
  operator: DeskOperator,
  { institutionId, memberIds }: ParsedInputOf<typeof removeOperation>,
): Promise<number> => {
  const institution = await requireInstitution(desk, institutionId);
  return desk.db.transaction(async (tx) => {
    const removed = await deleteMembers(tx, institutionId, memberIds);
    const target = { kind: 'institution', id: institutionId, name: institution.name } as const;
    await recordAct(tx, operator, { act: 'institution.removeMembers', target, after: { removed } }, desk.clock.now());
    return removed;
  });
};
