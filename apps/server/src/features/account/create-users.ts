/** Creates users: at their first sign-in, by an operator, and the demo users. */
import { CodedError, newId, type Role } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type Operator, recordAuditEvent } from '../audit/audit-events.ts';
import { addRole } from '../authorization/user-roles.ts';
import type { Account } from './account.ts';
import { hashNewPassword, PUBLISHED_PASSWORD, requireNewPassword, type StoredPassword } from './published-password.ts';
import type { UserAccount } from './tables.ts';
import { findUserByTel, insertUser } from './user-store.ts';

type UserDependencies = Pick<Account, 'db' | 'clock' | 'hasher' | 'refusesPublishedPassword'>;

/** Returns the default nickname of a new user, such as `读者0001` (reader 0001). */
const defaultNickname = (tel: string): string => `读者${tel.slice(-4)}`;

export interface NewUser extends Partial<StoredPassword> {
  /** Phone number; absent for a user who signs in without one. */
  readonly tel?: string;
  readonly nickname?: string;
  readonly role?: Role;
}

/** Inserts the new user within the caller's transaction. Returns `undefined` when the phone number is taken. */
export const insertNewUser = async (tx: Transaction, newUser: NewUser, nowMs: number): Promise<UserAccount | undefined> => {
  const { tel = null, passwordHash = null, passwordPublished = null, nickname = defaultNickname(tel ?? ''), role = 'reader' } = newUser;
  const user = await insertUser(tx, {
    id: newId(nowMs),
    tel,
    nickname,
    passwordHash,
    passwordPublished,
    createdAt: nowMs,
    updatedAt: nowMs,
  });
  if (user === undefined) return undefined;
  for (const held of new Set<Role>(['reader', role])) await addRole(tx, { userId: user.id, role: held, grantedAt: nowMs });
  return user;
};

/**
 * Creates a user in a transaction. Returns undefined when the phone number is taken. `operator`: who creates the account for the user;
 * absent when users create their own.
 */
const createStoredUser = (
  { db, clock }: Pick<Account, 'db' | 'clock'>,
  newUser: NewUser,
  operator?: Operator,
): Promise<UserAccount | undefined> =>
  db.transaction(async (tx) => {
    const user = await insertNewUser(tx, newUser, clock.now());
    if (user !== undefined && operator !== undefined) {
      const after = { role: newUser.role ?? 'reader' };
      await recordAuditEvent(tx, operator, { action: 'user.create', target: { kind: 'user', id: user.id }, after }, clock.now());
    }
    return user;
  });

/** Returns the user with this phone number, created if there is none. */
export const findOrRegister = async (
  parts: Pick<Account, 'db' | 'clock'>,
  tel: string,
): Promise<{ user: UserAccount; registered: boolean }> => {
  const existing = await findUserByTel(parts.db.orm, tel);
  if (existing !== undefined) return { user: existing, registered: false };
  const made = await createStoredUser(parts, { tel });
  if (made !== undefined) return { user: made, registered: true };
  const meanwhile = await findUserByTel(parts.db.orm, tel);
  if (meanwhile === undefined) throw new Error('the number was taken and free at the same time');
  return { user: meanwhile, registered: false };
};

/** Creates a user, for the command line. Throws `account.passwordWeak`, `account.phoneTaken`. */
export const createUser = async (
  parts: UserDependencies,
  newUser: { tel: string; password: string; role: Role; nickname?: string },
  operator: Operator = 'commandLine',
): Promise<{ id: string; tel: string; nickname: string; role: Role }> => {
  const { password, ...rest } = newUser;
  requireNewPassword(parts, password, newUser.tel);
  const user = await createStoredUser(parts, { ...rest, ...(await hashNewPassword(parts, password)) }, operator);
  if (user === undefined) throw new CodedError('account.phoneTaken');
  return { id: user.id, tel: newUser.tel, nickname: user.nickname, role: newUser.role };
};

/** Phone number of the demo's author. Source: design.md §7. */
export const DEMO_AUTHOR_TEL = '13800000003';

/** The demo teachers, with the names under which the demo institution lists them. */
export const DEMO_TEACHERS = [
  { tel: '13800000002', realName: '谢知微' },
  { tel: '13800000009', realName: '苏若谷' },
] as const;

const DEMO_STUDENT_NAMES =
  '陈书瑶 林知行 周慕白 吴清和 郑南乔 王予安 冯亦舒 褚怀远 卫星遥 蒋思齐 沈听澜 韩沐阳 杨若水 朱明远 秦望舒 尤小满 许向晚 何归舟 吕长风 施云起 张砚之 孔令仪 曹景行 严初晴 华知秋 金子衿 魏临川 陶然 姜采薇 戚明月'.split(
    ' ',
  );
/** Returns the phone number of a demo student, 0 to 29: 13800000011 to 13800000040. */
export const demoStudentTel = (student: number): string => `138000000${11 + student}`;

/**
 * The demo users other than students. Lists of users show the newest first, so users with special roles are created last and appear at the
 * top.
 */
const DEMO_USERS: readonly { tel: string; role: Role; nickname: string }[] = [
  ...DEMO_STUDENT_NAMES.map((nickname, student) => ({ tel: demoStudentTel(student), role: 'reader' as const, nickname })),
  { tel: '13800000009', role: 'teacher', nickname: '演示教师二' },
  { tel: '13800000008', role: 'finance', nickname: '演示财务' },
  { tel: '13800000001', role: 'reader', nickname: '演示读者' },
  { tel: '13800000002', role: 'teacher', nickname: '演示教师' },
  { tel: DEMO_AUTHOR_TEL, role: 'author', nickname: '演示作者' },
  { tel: '13800000004', role: 'expert', nickname: '演示专家' },
  { tel: '13800000005', role: 'editor', nickname: '演示编辑' },
  { tel: '13800000006', role: 'admin', nickname: '演示管理员' },
];

/** The phone numbers of the demo users. */
export const demoTels = (): string[] => [...DEMO_USERS.map(({ tel }) => tel), DEMO_ORG_ADMIN_TEL];

/** Phone number of the administrator of the demo institution, who is created together with the institution. */
export const DEMO_ORG_ADMIN_TEL = '13800000007';

/** Creates the administrator of the demo institution; does nothing when the phone number is taken. */
export const seedDemoOrgAdmin = async ({ db, clock, hasher }: UserDependencies, institutionId: string): Promise<void> => {
  const now = clock.now();
  const newUser = { tel: DEMO_ORG_ADMIN_TEL, nickname: '演示机构管理员', ...(await hashNewPassword({ hasher }, PUBLISHED_PASSWORD)) };
  await db.transaction(async (tx) => {
    const user = await insertNewUser(tx, newUser, now);
    if (user !== undefined) await addRole(tx, { userId: user.id, role: 'orgAdmin', scope: `institution:${institutionId}`, grantedAt: now });
  });
};

/** Creates the missing demo users and leaves the others unchanged. The caller ensures that demo mode is on. */
export const seedDemoUsers = async (parts: UserDependencies): Promise<void> => {
  // All demo users share one password hash: the password is published anyway, and hashing it forty times would delay the first start by a
  // second.
  let stored: StoredPassword | undefined;
  for (const newUser of DEMO_USERS) {
    if ((await findUserByTel(parts.db.orm, newUser.tel)) !== undefined) continue;
    stored ??= await hashNewPassword(parts, PUBLISHED_PASSWORD);
    await createStoredUser(parts, { ...newUser, ...stored });
  }
};

/** Returns the name of the user with this phone number; for commands of operators. */
export const findUserNameByTel = async (db: Queryable, tel: string): Promise<{ id: string; nickname: string } | undefined> => {
  const found = await findUserByTel(db, tel);
  return found && { id: found.id, nickname: found.nickname };
};
