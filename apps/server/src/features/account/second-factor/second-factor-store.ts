/** The only SQL that touches second factors and recovery codes. */

import type { Queryable, Row, Transaction } from '../../../platform/database.ts';
import { sql } from '../../../platform/sql.ts';
import type { SecondFactorRow } from '../tables.ts';

export const findSecondFactor = async (db: Queryable, userId: string): Promise<SecondFactorRow | undefined> => {
  const { rows } = await db.execute<Row<SecondFactorRow>>(sql`select user_id as "userId", sealed_secret as "sealedSecret",
      created_at as "createdAt", confirmed_at as "confirmedAt", last_step as "lastStep"
    from second_factor where user_id = ${userId}`);
  return rows[0];
};

export const isSecondFactorOn = async (db: Queryable, userId: string): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`select from second_factor where user_id = ${userId} and confirmed_at is not null`);
  return rowCount === 1;
};

/** Stores a new secret in place of one that was never confirmed. Returns false when the user's second factor is on. */
export const putUnconfirmed = async (
  db: Queryable,
  { userId, sealedSecret, createdAt }: Pick<SecondFactorRow, 'userId' | 'sealedSecret' | 'createdAt'>,
): Promise<boolean> => {
  const { rowCount } = await db.execute(sql`insert into second_factor as f (user_id, sealed_secret, created_at)
    values (${userId}, ${sealedSecret}, ${createdAt})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = excluded.created_at, last_step = 0
      where f.confirmed_at is null`);
  return rowCount === 1;
};

/** Turns the second factor on. Of several concurrent calls only one returns true. */
export const setSecondFactorConfirmed = async (tx: Transaction, userId: string, step: number, nowMs: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`update second_factor set confirmed_at = ${nowMs}, last_step = ${step}
    where user_id = ${userId} and confirmed_at is null`);
  return rowCount === 1;
};

/** Records the time step of an accepted code. Returns false when a code of this step or a later one was accepted before. */
export const takeTimeStep = async (tx: Transaction, userId: string, step: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`update second_factor set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`);
  return rowCount === 1;
};

/** Replaces all recovery codes of a user. */
export const putRecoveryCodes = async (tx: Transaction, userId: string, hashes: readonly Buffer[]): Promise<void> => {
  await tx.execute(sql`delete from second_factor_recovery_code where user_id = ${userId}`);
  await tx.execute(sql`insert into second_factor_recovery_code (user_id, code_hash)
    select ${userId}, unnest(${sql.param([...hashes])}::bytea[])`);
};

/** Uses up the recovery code. Of several concurrent calls only one returns true. */
export const takeRecoveryCode = async (tx: Transaction, userId: string, codeHash: Buffer, nowMs: number): Promise<boolean> => {
  const { rowCount } = await tx.execute(sql`update second_factor_recovery_code set used_at = ${nowMs}
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null`);
  return rowCount === 1;
};

export const countRecoveryCodes = async (db: Queryable, userId: string): Promise<number> => {
  const { rows } = await db.execute<{ left: number }>(
    sql`select count(*)::int as left from second_factor_recovery_code where user_id = ${userId} and used_at is null`,
  );
  return rows[0]?.left ?? 0;
};

/** Turns the second factor off and records that no session has passed one. Returns false when the user had none. */
export const deleteSecondFactor = async (tx: Transaction, userId: string): Promise<boolean> => {
  await tx.execute(sql`delete from second_factor_recovery_code where user_id = ${userId}`);
  await tx.execute(sql`update session set second_factor = false where user_id = ${userId}`);
  const { rowCount } = await tx.execute(sql`delete from second_factor where user_id = ${userId}`);
  return rowCount === 1;
};

/** Records that this session has passed the second factor. */
export const markSessionPassed = async (tx: Transaction, sid: string): Promise<void> => {
  await tx.execute(sql`update session set second_factor = true where sid = ${sid}`);
};

export const hasSessionPassed = async (db: Queryable, sid: string): Promise<boolean> => {
  const { rows } = await db.execute<{ passed: boolean }>(sql`select second_factor as passed from session where sid = ${sid}`);
  return rows[0]?.passed ?? false;
};
