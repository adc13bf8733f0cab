/** The only SQL that touches captchas, codes that were sent, transport keys and nonces: proofs that are used once and soon forgotten. */
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type CaptchaKind, captchaChallenge, passwordNonce, type RsaKeyRow, rsaKey, type SentCodeType, sentCode } from './tables.ts';

export const insertCaptcha = async (db: Queryable, captcha: typeof captchaChallenge.$inferInsert): Promise<void> => {
  await db.delete(captchaChallenge).where(lt(captchaChallenge.expiresAt, captcha.createdAt));
  await db.insert(captchaChallenge).values(captcha);
};

/** Takes the captcha away, so that of two answers at once only one is looked at. */
export const takeCaptcha = async (
  db: Queryable,
  key: string,
  kinds: readonly CaptchaKind[],
): Promise<{ kind: CaptchaKind; answerHash: Buffer; expiresAt: number } | undefined> => {
  const rows = await db
    .delete(captchaChallenge)
    .where(and(eq(captchaChallenge.key, key), inArray(captchaChallenge.kind, [...kinds])))
    .returning({ kind: captchaChallenge.kind, answerHash: captchaChallenge.answerHash, expiresAt: captchaChallenge.expiresAt });
  return rows[0];
};

/** What a code is bound to: where it went, what for, and who asked (empty: whoever holds the number). */
export interface CodeBinding {
  readonly target: string;
  readonly type: SentCodeType;
  readonly askedBy: string;
}

const isBoundTo = ({ target, type, askedBy }: CodeBinding) =>
  and(eq(sentCode.target, target), eq(sentCode.type, type), eq(sentCode.askedBy, askedBy));

/** Keeps the newest code of a binding; the one before it dies. */
export const putSentCode = async (
  db: Queryable,
  { target, type, askedBy }: CodeBinding,
  fresh: { codeHash: Buffer; createdAt: number; expiresAt: number },
): Promise<void> => {
  await db.delete(sentCode).where(lt(sentCode.expiresAt, fresh.createdAt));
  await db
    .insert(sentCode)
    .values({ target, type, askedBy, ...fresh, tries: 0 })
    .onConflictDoUpdate({ target: [sentCode.target, sentCode.type, sentCode.askedBy], set: { ...fresh, tries: 0, usedAt: null } });
};

/** Spends one try before anything is compared: tries at the same moment cannot exceed `triesMax` together. */
export const spendCodeTry = async (db: Queryable, binding: CodeBinding, triesMax: number, nowMs: number): Promise<Buffer | undefined> => {
  const rows = await db
    .update(sentCode)
    .set({ tries: sql`${sentCode.tries} + 1` })
    .where(and(isBoundTo(binding), isNull(sentCode.usedAt), gt(sentCode.expiresAt, nowMs), lt(sentCode.tries, triesMax)))
    .returning({ codeHash: sentCode.codeHash });
  return rows[0]?.codeHash;
};

/** Takes back one try of a code that was right but could not be used for what it was shown for. */
export const giveBackCodeTry = async (db: Queryable, binding: CodeBinding, codeHash: Buffer): Promise<void> => {
  await db
    .update(sentCode)
    .set({ tries: sql`${sentCode.tries} - 1` })
    .where(and(isBoundTo(binding), eq(sentCode.codeHash, codeHash), isNull(sentCode.usedAt), gt(sentCode.tries, 0)));
};

/** True for the one caller that uses the code up. */
export const useSentCode = async (db: Queryable, binding: CodeBinding, codeHash: Buffer, nowMs: number): Promise<boolean> => {
  const rows = await db
    .update(sentCode)
    .set({ usedAt: nowMs })
    .where(and(isBoundTo(binding), eq(sentCode.codeHash, codeHash), isNull(sentCode.usedAt)))
    .returning({ target: sentCode.target });
  return rows.length === 1;
};

/** What was sent to these numbers is worth nothing any more, whatever it was for. */
export const dropCodesSentTo = async (tx: Transaction, targets: readonly string[]): Promise<void> => {
  await tx.delete(sentCode).where(inArray(sentCode.target, [...targets]));
};

/** Keys still accepted, the newest first. */
export const listLiveRsaKeys = (db: Queryable, nowMs: number): Promise<RsaKeyRow[]> =>
  db.select().from(rsaKey).where(gt(rsaKey.expiresAt, nowMs)).orderBy(desc(rsaKey.createdAt));

const RSA_ROTATION_LOCK = 0x53_46_52_4b;

/** One instance at a time makes a key; the others wait and find it. */
export const lockRsaRotation = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${RSA_ROTATION_LOCK})`);
};

/** Keeps a new key and forgets those no longer accepted. */
export const insertRsaKey = async (tx: Transaction, key: RsaKeyRow): Promise<void> => {
  await tx.delete(rsaKey).where(lt(rsaKey.expiresAt, key.createdAt));
  await tx.insert(rsaKey).values(key);
};

/** Used nonces are kept a minute longer than they live, so that a call that read its clock earlier cannot use one again. */
const NONCE_KEEP_MS = 60_000;

/** True for the first use of a nonce, false ever after. */
export const useNonce = async (db: Queryable, nonce: string, expiresAt: number, nowMs: number): Promise<boolean> => {
  await db.delete(passwordNonce).where(lt(passwordNonce.expiresAt, nowMs - NONCE_KEEP_MS));
  const rows = await db
    .insert(passwordNonce)
    .values({ nonce, usedAt: nowMs, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: passwordNonce.nonce });
  return rows.length === 1;
};

/** Deletes proofs that nobody can use any more; answers how many. A key goes once its overlap is over, not when it is no longer handed out. */
export const deleteExpiredProofs = async (db: Queryable, nowMs: number): Promise<number> => {
  const deleted = [
    await db.delete(captchaChallenge).where(lt(captchaChallenge.expiresAt, nowMs)),
    await db.delete(sentCode).where(lt(sentCode.expiresAt, nowMs)),
    await db.delete(rsaKey).where(lt(rsaKey.expiresAt, nowMs)),
    await db.delete(passwordNonce).where(lt(passwordNonce.expiresAt, nowMs - NONCE_KEEP_MS)),
  ];
  return deleted.reduce((sum, result) => sum + (result.rowCount ?? 0), 0);
};
