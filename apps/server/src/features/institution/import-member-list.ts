/** Imports member lists of institutions, for administrators and the demo. */
import { type importInstitutionMembers, LIMITS, maskPhone, newId, type OutputOf, type ParsedInputOf } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { rosterReader } from './isolated-roster.ts';
import { deleteMembers, lockMembers, type Member, putMembers } from './member-store.ts';
import type { RosterLine } from './read-roster.ts';
import { requireInstitution } from './settings-store.ts';

interface Change {
  readonly put: readonly Member[];
  readonly added: number;
  readonly changed: number;
  readonly gone: readonly string[];
  /** Who is added or changed, by line, and then who is removed. */
  readonly members: OutputOf<typeof importInstitutionMembers>['members'];
}

/** The fields of a member that a line of a list can change. */
const COMPARED = ['phone', 'studentNo', 'name', 'kind', 'validUntil', 'userId'] as const satisfies readonly (keyof Member)[];

/**
 * Compares a list with the stored members. A line matches an entry by student number, else by phone number. When the name or a number of
 * an entry changes, its link to the user who claimed it is removed.
 */
const compare = (institutionId: string, known: readonly Member[], lines: readonly RosterLine[], replace: boolean, now: number): Change => {
  const byNo = new Map(known.flatMap((member) => (member.studentNo === '' ? [] : [[member.studentNo, member] as const])));
  const byPhone = new Map(known.flatMap((member) => (member.phone === '' ? [] : [[member.phone, member] as const])));
  const put: Member[] = [];
  const remainingIds = new Set<string>();
  const gone = new Set<string>();
  const members: Change['members'] = [];
  let [added, changed] = [0, 0];
  for (const { line, ...given } of lines) {
    const { name, studentNo, phone } = given;
    const [no, tel] = [byNo.get(given.studentNo), byPhone.get(given.phone)];
    const before = no ?? tel;
    // If a line matches one entry by student number and another by phone number, the latter is removed.
    if (no !== undefined && tel !== undefined && no.id !== tel.id) gone.add(tel.id);
    if (before === undefined) {
      put.push({ ...given, id: newId(now), institutionId, userId: null });
      members.push({ line, name, studentNo, phone: maskPhone(phone), change: 'added' });
      added += 1;
      continue;
    }
    remainingIds.add(before.id);
    const isSameIdentity = before.studentNo === given.studentNo && before.name === given.name;
    const after: Member = { ...given, id: before.id, institutionId, userId: isSameIdentity ? before.userId : null };
    if (COMPARED.every((field) => after[field] === before[field])) continue;
    put.push(after);
    members.push({ line, name, studentNo, phone: maskPhone(phone), change: 'changed' });
    changed += 1;
  }
  if (replace) for (const { id } of known) if (!remainingIds.has(id)) gone.add(id);
  for (const id of remainingIds) gone.delete(id);
  for (const { id, name, studentNo, phone } of known)
    if (gone.has(id)) members.push({ name, studentNo, phone: maskPhone(phone), change: 'removed' });
  return { put, added, changed, gone: [...gone], members };
};

/**
 * Imports all lines of a list or none: a list with an error changes nothing and reports the line, and so does a preview. Throws `institution.notFound`,
 * `institution.rosterUnreadable`, `institution.rosterTooLong`.
 */
export const importMemberList = async (
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  operator: Operator,
  { institutionId, file, replace, isPreview = false }: ParsedInputOf<typeof importInstitutionMembers>,
): Promise<OutputOf<typeof importInstitutionMembers>> => {
  const institution = await requireInstitution(db.orm, institutionId);
  const { lines, errors } = await rosterReader.run(file);
  if (errors.length > 0) return { added: 0, changed: 0, removed: 0, unchanged: 0, members: [], errors };
  const now = clock.now();
  return db.transaction(async (tx) => {
    const known = await lockMembers(tx, institutionId);
    const { put, added, changed, gone, members } = compare(institutionId, known, lines, replace, now);
    const result = {
      added,
      changed,
      removed: gone.length,
      unchanged: lines.length - added - changed,
      members: members.slice(0, LIMITS.memberChangesShown),
      errors: [],
    };
    if (isPreview) return result;
    const removed = await deleteMembers(tx, institutionId, gone);
    await putMembers(tx, put, now);
    const target = { kind: 'institution', id: institutionId, name: institution.name } as const;
    const after = { lines: lines.length, added, changed, removed, replace };
    await recordAuditEvent(tx, operator, { action: 'institution.importMembers', target, after }, now);
    return { ...result, removed };
  });
};
