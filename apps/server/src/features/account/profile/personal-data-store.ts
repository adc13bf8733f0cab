/** The only SQL that reads and erases all data of a user in the tables of the account slice. */
import type { SignInProvider } from '@shufang/contract';
import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import { listGrantedRoles, removeAllRoles } from '../../authorization/user-roles.ts';
import { type EndReason, SESSION_COLUMNS, type SessionRow, USER_COLUMNS, type UserAccount } from '../tables.ts';

const ERASED_NICKNAME = '已注销用户';

/** Returns all data of the user except secrets: passwords are left out, and so are session ids, because a session id is a credential. */
export const readUserData = async (db: Queryable, userId: string) => {
  const [user] = (await db.execute<Row<UserAccount>>(sql`select ${USER_COLUMNS} from user_account u where u.id = ${userId}`)).rows;
  const roles = await listGrantedRoles(db, userId);
  const { rows: links } = await db.execute<{ provider: SignInProvider; subject: string; createdAt: number }>(
    sql`select provider, subject, created_at as "createdAt" from account_link where user_id = ${userId}`,
  );
  const { rows: sessions } = await db.execute<Row<SessionRow>>(sql`select ${SESSION_COLUMNS} from session s where s.user_id = ${userId}`);
  const { rows: ended } = await db.execute<{ reason: EndReason; endedAt: number; expiresAt: number }>(
    sql`select reason, ended_at as "endedAt", expires_at as "expiresAt" from ended_session where user_id = ${userId}`,
  );
  const { rows: factors } = await db.execute<{ confirmedAt: number | null }>(
    sql`select confirmed_at as "confirmedAt" from second_factor where user_id = ${userId}`,
  );
  const { rows: consents } = await db.execute<{ version: number; givenAt: number; network: string }>(
    sql`select version, given_at as "givenAt", network from user_consent where user_id = ${userId} order by version`,
  );
  return {
    account: user && {
      id: user.id,
      tel: user.tel,
      nickname: user.nickname,
      avatar: user.avatar,
      hasPassword: user.passwordHash !== null,
      secondFactorSince: factors[0]?.confirmedAt ?? null,
      status: user.status,
      consentVersion: user.consentVersion,
      closesAt: user.closesAt,
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
      roles,
      links,
    },
    sessions: sessions.map(({ deviceType, deviceId, deviceName, createdAt, expiresAt, lastSeenAt }) => ({
      deviceType,
      deviceId,
      deviceName,
      createdAt,
      expiresAt,
      lastSeenAt,
    })),
    endedSessions: ended,
    consents,
  };
};

/** Erases the personal data of a user. The row stays, because orders refer to it; the phone number can be used again. */
export const eraseUser = async (tx: Transaction, userId: string, nowMs: number): Promise<void> => {
  await tx.execute(sql`delete from sent_code
    where asked_by = ${userId} or target = (select tel from user_account where id = ${userId})`);
  await removeAllRoles(tx, userId);
  await tx.execute(sql`delete from account_link where user_id = ${userId}`);
  await tx.execute(sql`delete from provider_sign_in_attempt where user_id = ${userId}`);
  await tx.execute(sql`delete from sign_in_ticket where user_id = ${userId}`);
  await tx.execute(sql`delete from session where user_id = ${userId}`);
  await tx.execute(sql`delete from ended_session where user_id = ${userId}`);
  await tx.execute(sql`delete from second_factor_recovery_code where user_id = ${userId}`);
  await tx.execute(sql`delete from second_factor where user_id = ${userId}`);
  await tx.execute(sql`delete from user_consent where user_id = ${userId}`);
  await tx.execute(sql`update user_account set tel = null, nickname = ${ERASED_NICKNAME}, avatar = '', password_hash = null,
      password_published = null, status = 'closed', consent_version = 0, closes_at = null,
      updated_at = case when status = 'closed' then updated_at else ${nowMs} end
    where id = ${userId}`);
};
