/**
 * The only SQL of captchas, sent codes, keys for encrypted passwords, and nonces: short-lived data that a user proves something with, used
 * once.
 */
import { and, desc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '../../platform/database.ts';
import { type CaptchaKind, captchaChallenge, passwordNonce, type RsaKeyRow, rsaKey, type SentCodeType, sentCode } from './tables.ts';

export const insertCaptcha = async (db: Queryable, captcha: typeof captchaChallenge.$inferInsert): Promise<void> => {
  await db.delete(captchaChallenge).where(lt(captchaChallenge.expiresAt, captcha.createdAt));
  await db.insert(captchaChallenge).values(captcha);
};

/** Deletes and returns the captcha, so that only one of two concurrent answers is checked. */
export const takeCaptcha = async (
  db: Queryable,
  key: string,
  kinds: readonly CaptchaKind[],
): Promise<{ kind: CaptchaKind; captchaAnswerHash: Buffer; expiresAt: number } | undefined> => {
  const rows = await db
    .delete(captchaChallenge)
    .where(and(eq(captchaChallenge.key, key), inArray(captchaChallenge.kind, [...kinds])))
    .returning({
      kind: captchaChallenge.kind,
      captchaAnswerHash: captchaChallenge.captchaAnswerHash,
      expiresAt: captchaChallenge.expiresAt,
    });
  return rows[0];
};

/**
 * Value of `askedBy` for a sent code that every caller can try. A code has at most two rows: this one, and one that only known devices can
 * try.
 */
export const BY_ANYBODY = '';
export const BY_KNOWN_DEVICES = 'known';
const ENTRIES_OF_NUMBER: readonly string[] = [BY_ANYBODY, BY_KNOWN_DEVICES];

/** The key of a sent code: target, purpose, and who may use it (`BY_ANYBODY`, `BY_KNOWN_DEVICES`; for mail the id of the user). */
export interface CodeBinding {
  readonly target: string;
  readonly type: SentCodeType;
  readonly askedBy: string;
}

const isBoundTo = ({ target, type, askedBy }: CodeBinding) =>
  and(eq(sentCode.target, target), eq(sentCode.type, type), eq(sentCode.askedBy, askedBy));

/** Stores the newest code for a target, purpose and requester; it replaces the previous code. */
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

export interface StoredCode {
  readonly codeHash: Buffer;
  /** When the code was created, UTC ms; both rows of one code share it. */
  readonly createdAt: number;
}

/** Charges one try of a sent code before the code is compared, so that concurrent tries cannot exceed `triesMax` together. */
export const spendCodeTry = async (
  db: Queryable,
  binding: CodeBinding,
  triesMax: number,
  nowMs: number,
): Promise<StoredCode | undefined> => {
  const rows = await db
    .update(sentCode)
    .set({ tries: sql`${sentCode.tries} + 1` })
    .where(and(isBoundTo(binding), isNull(sentCode.usedAt), gt(sentCode.expiresAt, nowMs), lt(sentCode.tries, triesMax)))
    .returning({ codeHash: sentCode.codeHash, createdAt: sentCode.createdAt });
  return rows[0];
};

/** Takes back one counted try of a correct code that could not be used for its purpose. */
export const giveBackCodeTry = async (db: Queryable, binding: CodeBinding, codeHash: Buffer): Promise<void> => {
  await db
    .update(sentCode)
    .set({ tries: sql`${sentCode.tries} - 1` })
    .where(and(isBoundTo(binding), eq(sentCode.codeHash, codeHash), isNull(sentCode.usedAt), gt(sentCode.tries, 0)));
};

/** Uses up the code, including its other row. Of several concurrent calls only one returns true. */
export const useSentCode = async (
  db: Queryable,
  { target, type, askedBy }: CodeBinding,
  { createdAt, codeHash }: StoredCode,
  nowMs: number,
): Promise<boolean> => {
  const entries = ENTRIES_OF_NUMBER.includes(askedBy) ? ENTRIES_OF_NUMBER : [askedBy];
  const rows = await db
    .update(sentCode)
    .set({ usedAt: nowMs })
    .where(
      and(
        eq(sentCode.target, target),
        eq(sentCode.type, type),
        inArray(sentCode.askedBy, [...entries]),
        eq(sentCode.createdAt, createdAt),
        isNull(sentCode.usedAt),
      ),
    )
    .returning({ askedBy: sentCode.askedBy, codeHash: sentCode.codeHash });
  return rows.some((row) => row.askedBy === askedBy && row.codeHash.equals(codeHash));
};

/** Invalidates all codes sent to these phone numbers, whatever their purpose. */
export const dropCodesSentTo = async (tx: Transaction, targets: readonly string[]): Promise<void> => {
  await tx.delete(sentCode).where(inArray(sentCode.target, [...targets]));
};

/** Returns the keys for encrypted passwords that are still accepted, newest first. */
export const listLiveRsaKeys = (db: Queryable, nowMs: number): Promise<RsaKeyRow[]> =>
  db.select().from(rsaKey).where(gt(rsaKey.expiresAt, nowMs)).orderBy(desc(rsaKey.createdAt));

const RSA_ROTATION_LOCK = 0x53_46_52_4b;

/** Locks the creation of a key until the transaction ends: only one instance at a time creates a key; the others wait and then find it. */
export const lockRsaRotation = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${RSA_ROTATION_LOCK})`);
};

/** Stores a new key for encrypted passwords and deletes those no longer accepted. */
export const insertRsaKey = async (tx: Transaction, key: RsaKeyRow): Promise<void> => {
  await tx.delete(rsaKey).where(lt(rsaKey.expiresAt, key.createdAt));
  await tx.insert(rsaKey).values(key);
};

/** Used nonces are stored a minute longer than they are valid, so that a call that read its clock earlier cannot reuse one. */
const NONCE_KEEP_MS = 60_000;

/** Stores a nonce as used. Returns true for its first use, false afterwards. */
export const useNonce = async (db: Queryable, nonce: string, expiresAt: number, nowMs: number): Promise<boolean> => {
  await db.delete(passwordNonce).where(lt(passwordNonce.expiresAt, nowMs - NONCE_KEEP_MS));
  const rows = await db
    .insert(passwordNonce)
    .values({ nonce, usedAt: nowMs, expiresAt })
    .onConflictDoNothing()
    .returning({ nonce: passwordNonce.nonce });
  return rows.length === 1;
};

/**
 * Deletes expired captchas, codes, keys and nonces. Returns how many. A key is deleted when clients may no longer use it, not already when
 * it is no longer issued.
 */
export const deleteExpiredProofs = async (db: Queryable, nowMs: number): Promise<number> => {
  const deleted = [
    await db.delete(captchaChallenge).where(lt(captchaChallenge.expiresAt, nowMs)),
    await db.delete(sentCode).where(lt(sentCode.expiresAt, nowMs)),
    await db.delete(rsaKey).where(lt(rsaKey.expiresAt, nowMs)),
    await db.delete(passwordNonce).where(lt(passwordNonce.expiresAt, nowMs - NONCE_KEEP_MS)),
  ];
  return deleted.reduce((sum, result) => sum + (result.rowCount ?? 0), 0);
};
