/** The only SQL that touches captchas, SMS codes, transport keys and nonces: proofs that are used once and soon forgotten. */
import type { SmsType } from '@shufang/contract';
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type CaptchaKind, captchaChallenge, passwordNonce, type RsaKeyRow, rsaKey, smsCode } from './tables.ts';

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

/** Keeps the newest code of a number and purpose; the one before it dies. */
export const putSmsCode = async (
  db: Queryable,
  code: { tel: string; type: SmsType; codeHash: Buffer; createdAt: number; expiresAt: number },
): Promise<void> => {
  await db.delete(smsCode).where(lt(smsCode.expiresAt, code.createdAt));
  const fresh = { codeHash: code.codeHash, createdAt: code.createdAt, expiresAt: code.expiresAt, tries: 0, usedAt: null };
  await db
    .insert(smsCode)
    .values({ ...code, tries: 0 })
    .onConflictDoUpdate({ target: [smsCode.tel, smsCode.type], set: fresh });
};

/** Spends one try before anything is compared: tries at the same moment cannot exceed `triesMax` together. */
export const spendSmsTry = async (
  db: Queryable,
  tel: string,
  type: SmsType,
  triesMax: number,
  nowMs: number,
): Promise<Buffer | undefined> => {
  const rows = await db
    .update(smsCode)
    .set({ tries: sql`${smsCode.tries} + 1` })
    .where(
      and(eq(smsCode.tel, tel), eq(smsCode.type, type), isNull(smsCode.usedAt), gt(smsCode.expiresAt, nowMs), lt(smsCode.tries, triesMax)),
    )
    .returning({ codeHash: smsCode.codeHash });
  return rows[0]?.codeHash;
};

/** Takes back one try of a code that was right but could not be used for what it was shown for. */
export const giveBackSmsTry = async (db: Queryable, tel: string, type: SmsType, codeHash: Buffer): Promise<void> => {
  await db
    .update(smsCode)
    .set({ tries: sql`${smsCode.tries} - 1` })
    .where(and(eq(smsCode.tel, tel), eq(smsCode.type, type), eq(smsCode.codeHash, codeHash), isNull(smsCode.usedAt), gt(smsCode.tries, 0)));
};

/** True for the one caller that uses the code up. */
export const useSmsCode = async (db: Queryable, tel: string, type: SmsType, codeHash: Buffer, nowMs: number): Promise<boolean> => {
  const rows = await db
    .update(smsCode)
    .set({ usedAt: nowMs })
    .where(and(eq(smsCode.tel, tel), eq(smsCode.type, type), eq(smsCode.codeHash, codeHash), isNull(smsCode.usedAt)))
    .returning({ tel: smsCode.tel });
  return rows.length === 1;
};

/** What was sent to these numbers is worth nothing any more, whatever it was for. */
export const dropSmsCodes = async (tx: Transaction, tels: readonly string[]): Promise<void> => {
  await tx.delete(smsCode).where(inArray(smsCode.tel, [...tels]));
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
    await db.delete(smsCode).where(lt(smsCode.expiresAt, nowMs)),
    await db.delete(rsaKey).where(lt(rsaKey.expiresAt, nowMs)),
    await db.delete(passwordNonce).where(lt(passwordNonce.expiresAt, nowMs - NONCE_KEEP_MS)),
  ];
  return deleted.reduce((sum, result) => sum + (result.rowCount ?? 0), 0);
};
