/** The only SQL that touches second factors and recovery codes. */
import { and, count, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../../platform/database.ts';
import { type SecondFactorRow, secondFactor, secondFactorRecoveryCode, session } from '../tables.ts';

export const findSecondFactor = async (db: Queryable, userId: string): Promise<SecondFactorRow | undefined> => {
  const rows = await db.select().from(secondFactor).where(eq(secondFactor.userId, userId));
  return rows[0];
};

export const isSecondFactorOn = async (db: Queryable, userId: string): Promise<boolean> => {
  const rows = await db
    .select({ userId: secondFactor.userId })
    .from(secondFactor)
    .where(and(eq(secondFactor.userId, userId), isNotNull(secondFactor.confirmedAt)));
  return rows.length === 1;
};

/** Stores a new secret in place of one that was never confirmed. Returns false when the user's second factor is on. */
export const putUnconfirmed = async (
  db: Queryable,
  fresh: Pick<SecondFactorRow, 'userId' | 'sealedSecret' | 'createdAt'>,
): Promise<boolean> => {
  const { sealedSecret, createdAt } = fresh;
  const rows = await db
    .insert(secondFactor)
    .values(fresh)
    .onConflictDoUpdate({
      target: secondFactor.userId,
      set: { sealedSecret, createdAt, lastStep: 0 },
      setWhere: isNull(secondFactor.confirmedAt),
    })
    .returning({ userId: secondFactor.userId });
  return rows.length === 1;
};

/** Turns the second factor on. Of several concurrent calls only one returns true. */
export const setSecondFactorConfirmed = async (tx: Transaction, userId: string, step: number, nowMs: number): Promise<boolean> => {
  const { rowCount } = await tx
    .update(secondFactor)
    .set({ confirmedAt: nowMs, lastStep: step })
    .where(and(eq(secondFactor.userId, userId), isNull(secondFactor.confirmedAt)));
  return rowCount === 1;
};

/** Records the time step of an accepted code. Returns false when a code of this step or a later one was accepted before. */
export const takeTimeStep = async (tx: Transaction, userId: string, step: number): Promise<boolean> => {
  const { rowCount } = await tx
    .update(secondFactor)
    .set({ lastStep: step })
    .where(and(eq(secondFactor.userId, userId), isNotNull(secondFactor.confirmedAt), lt(secondFactor.lastStep, step)));
  return rowCount === 1;
};

/** Replaces all recovery codes of a user. */
export const putRecoveryCodes = async (tx: Transaction, userId: string, hashes: readonly Buffer[]): Promise<void> => {
  await tx.delete(secondFactorRecoveryCode).where(eq(secondFactorRecoveryCode.userId, userId));
  await tx.insert(secondFactorRecoveryCode).values(hashes.map((codeHash) => ({ userId, codeHash })));
};

/** Uses up the recovery code. Of several concurrent calls only one returns true. */
export const takeRecoveryCode = async (tx: Transaction, userId: string, codeHash: Buffer, nowMs: number): Promise<boolean> => {
  const { rowCount } = await tx
    .update(secondFactorRecoveryCode)
    .set({ usedAt: nowMs })
    .where(
      and(
        eq(secondFactorRecoveryCode.userId, userId),
        eq(secondFactorRecoveryCode.codeHash, codeHash),
        isNull(secondFactorRecoveryCode.usedAt),
      ),
    );
  return rowCount === 1;
};

export const countRecoveryCodes = async (db: Queryable, userId: string): Promise<number> => {
  const rows = await db
    .select({ left: count() })
    .from(secondFactorRecoveryCode)
    .where(and(eq(secondFactorRecoveryCode.userId, userId), isNull(secondFactorRecoveryCode.usedAt)));
  return rows[0]?.left ?? 0;
};

/** Turns the second factor off and records that no session has passed one. Returns false when the user had none. */
export const deleteSecondFactor = async (tx: Transaction, userId: string): Promise<boolean> => {
  await tx.delete(secondFactorRecoveryCode).where(eq(secondFactorRecoveryCode.userId, userId));
  await tx.update(session).set({ secondFactor: false }).where(eq(session.userId, userId));
  const { rowCount } = await tx.delete(secondFactor).where(eq(secondFactor.userId, userId));
  return rowCount === 1;
};

/** Records that this session has passed the second factor. */
export const markSessionPassed = async (tx: Transaction, sid: string): Promise<void> => {
  await tx.update(session).set({ secondFactor: true }).where(eq(session.sid, sid));
};

export const hasSessionPassed = async (db: Queryable, sid: string): Promise<boolean> => {
  const rows = await db
    .select({ passed: sql<boolean>`${session.secondFactor}` })
    .from(session)
    .where(eq(session.sid, sid));
  return rows[0]?.passed ?? false;
};
