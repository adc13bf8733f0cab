/** Bringing people into being: at their first sign-in, by an operator, and the people of the demo. */
import { CodedError, newId, type Role } from '@shufang/contract';
import { type Operator, recordAct } from '../../platform/audit.ts';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { Account } from './account.ts';
import { isPasswordAcceptable } from './password-rule.ts';
import type { UserAccount } from './tables.ts';
import { addRole, findUserByTel, insertUser } from './user-store.ts';

type PeopleParts = Pick<Account, 'db' | 'clock' | 'hasher'>;

/** `读者0001`: what we call a person who has not said yet. */
const defaultNickname = (tel: string): string => `读者${tel.slice(-4)}`;

export interface NewPerson {
  /** Absent: the person signs in another way. */
  readonly tel?: string;
  readonly nickname?: string;
  readonly passwordHash?: string;
  readonly role?: Role;
}

/** Writes the new person down within the caller's transaction; `undefined` when the number is taken. */
export const insertPerson = async (tx: Transaction, person: NewPerson, nowMs: number): Promise<UserAccount | undefined> => {
  const { tel = null, passwordHash = null, nickname = defaultNickname(tel ?? ''), role = 'reader' } = person;
  const kept = await insertUser(tx, { id: newId(nowMs), tel, nickname, passwordHash, createdAt: nowMs, updatedAt: nowMs });
  if (kept === undefined) return undefined;
  for (const held of new Set<Role>(['reader', role])) await addRole(tx, { userId: kept.id, role: held, grantedAt: nowMs });
  return kept;
};

/** `operator`: who makes the account for somebody else. */
const keepPerson = (
  { db, clock }: Pick<Account, 'db' | 'clock'>,
  person: NewPerson,
  operator?: Operator,
): Promise<UserAccount | undefined> =>
  db.transaction(async (tx) => {
    const kept = await insertPerson(tx, person, clock.now());
    if (kept !== undefined && operator !== undefined) {
      const after = { role: person.role ?? 'reader' };
      await recordAct(tx, operator, { act: 'user.create', target: { kind: 'user', id: kept.id }, after }, clock.now());
    }
    return kept;
  });

/** The person with this number, made now when there is none. */
export const findOrRegister = async (
  parts: Pick<Account, 'db' | 'clock'>,
  tel: string,
): Promise<{ user: UserAccount; registered: boolean }> => {
  const existing = await findUserByTel(parts.db.orm, tel);
  if (existing !== undefined) return { user: existing, registered: false };
  const made = await keepPerson(parts, { tel });
  if (made !== undefined) return { user: made, registered: true };
  const meanwhile = await findUserByTel(parts.db.orm, tel);
  if (meanwhile === undefined) throw new Error('the number was taken and free at the same time');
  return { user: meanwhile, registered: false };
};

/** For the command line. Throws `account.passwordWeak`, `account.phoneTaken`. */
export const createUser = async (
  parts: PeopleParts,
  person: { tel: string; password: string; role: Role; nickname?: string },
  operator: Operator = 'commandLine',
): Promise<{ id: string; tel: string; nickname: string; role: Role }> => {
  const { password, ...rest } = person;
  if (!isPasswordAcceptable(password, person.tel)) throw new CodedError('account.passwordWeak');
  const kept = await keepPerson(parts, { ...rest, passwordHash: await parts.hasher.hash(password) }, operator);
  if (kept === undefined) throw new CodedError('account.phoneTaken');
  return { id: kept.id, tel: person.tel, nickname: kept.nickname, role: person.role };
};

/** design.md §7. */
const DEMO_PASSWORD = 'Shufang-2026';
const DEMO_PEOPLE: readonly { tel: string; role: Role; nickname: string }[] = [
  { tel: '13800000001', role: 'reader', nickname: '演示读者' },
  { tel: '13800000002', role: 'teacher', nickname: '演示教师' },
  { tel: '13800000003', role: 'author', nickname: '演示作者' },
  { tel: '13800000004', role: 'expert', nickname: '演示专家' },
  { tel: '13800000005', role: 'editor', nickname: '演示编辑' },
  { tel: '13800000006', role: 'admin', nickname: '演示管理员' },
];

/** Looks after the demo institution, and is made with it. */
export const DEMO_ORG_ADMIN_TEL = '13800000007';

/** Makes who looks after this institution in the demo; nothing where the number is taken. */
export const seedDemoOrgAdmin = async ({ db, clock, hasher }: PeopleParts, institutionId: string): Promise<void> => {
  const now = clock.now();
  const person = { tel: DEMO_ORG_ADMIN_TEL, nickname: '演示机构管理员', passwordHash: await hasher.hash(DEMO_PASSWORD) };
  await db.transaction(async (tx) => {
    const kept = await insertPerson(tx, person, now);
    if (kept !== undefined) await addRole(tx, { userId: kept.id, role: 'orgAdmin', scope: `institution:${institutionId}`, grantedAt: now });
  });
};

/** Makes the demo people that are missing and leaves the others as they are. Demo mode only: the caller sees to that. */
export const seedDemoPeople = async (parts: PeopleParts): Promise<void> => {
  for (const person of DEMO_PEOPLE) {
    if ((await findUserByTel(parts.db.orm, person.tel)) !== undefined) continue;
    await keepPerson(parts, { ...person, passwordHash: await parts.hasher.hash(DEMO_PASSWORD) });
  }
};

/** Who has this number; for operators' commands. */
export const findPersonByTel = async (db: Queryable, tel: string): Promise<{ id: string; nickname: string } | undefined> => {
  const found = await findUserByTel(db, tel);
  return found && { id: found.id, nickname: found.nickname };
};
