/**
 * The only SQL of captchas, sent codes, keys for encrypted passwords, and nonces: short-lived data that a user proves something with, used
 * once.
 */

import type { Queryable, Row, Transaction } from '../../platform/database.ts';
import { type SQL, sql } from '../../platform/sql.ts';
import type { CaptchaKind, RsaKeyRow, SentCodeType } from './tables.ts';

interface StoredCaptcha {
  readonly kind: CaptchaKind;
  readonly captchaAnswerHash: Buffer;
  readonly expiresAt: number;
}

export const insertCaptcha = async (
  db: Queryable,
  { key, kind, captchaAnswerHash, createdAt, expiresAt }: StoredCaptcha & { readonly key: string; readonly createdAt: number },
): Promise<void> => {
  await db.execute(sql`delete from captcha_challenge where expires_at < ${createdAt}`);
  await db.execute(sql`insert into captcha_challenge (key, kind, captcha_answer_hash, created_at, expires_at)
    values (${key}, ${kind}, ${captchaAnswerHash}, ${createdAt}, ${expiresAt})`);
};

/** Deletes and returns the captcha, so that only one of two concurrent answers is checked. */
export const takeCaptcha = async (db: Queryable, key: string, kinds: readonly CaptchaKind[]): Promise<StoredCaptcha | undefined> => {
  const { rows } = await db.execute<Row<StoredCaptcha>>(sql`delete from captcha_challenge
    where key = ${key} and kind = any(${sql.param([...kinds])}::text[])
    returning kind, captcha_answer_hash as "captchaAnswerHash", expires_at as "expiresAt"`);
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

const isBoundTo = ({ target, type, askedBy }: CodeBinding): SQL => sql`(target = ${target} and type = ${type} and asked_by = ${askedBy})`;

/** Stores the newest code for a target, purpose and requester; it replaces the previous code. */
export const putSentCode = async (
  db: Queryable,
  { target, type, askedBy }: CodeBinding,
  { codeHash, createdAt, expiresAt }: StoredCode & { readonly expiresAt: number },
): Promise<void> => {
  await db.execute(sql`delete from sent_code where expires_at < ${createdAt}`);
  await db.execute(sql`insert into sent_code (target, type, asked_by, code_hash, created_at, expires_at)
    values (${target}, ${type}, ${askedBy}, ${codeHash}, ${createdAt}, ${expiresAt})
    on conflict (target, type, asked_by) do update set code_hash = excluded.code_hash, created_at = excluded.created_at,
      expires_at = excluded.expires_at, tries = 0, used_at = null`);
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
  const { rows } = await db.execute<Row<StoredCode>>(sql`update sent_code set tries = tries + 1
    where ${isBoundTo(binding)} and used_at is null and expires_at > ${nowMs} and tries < ${triesMax}
    returning code_hash as "codeHash", created_at as "createdAt"`);
  return rows[0];
};

/** Takes back one counted try of a correct code that could not be used for its purpose. */
export const giveBackCodeTry = async (db: Queryable, binding: CodeBinding, codeHash: Buffer): Promise<void> => {
  await db.execute(sql`update sent_code set tries = tries - 1
    where ${isBoundTo(binding)} and code_hash = ${codeHash} and used_at is null and tries > 0`);
};

/** Uses up the code, including its other row. Of several concurrent calls only one returns true. */
export const useSentCode = async (
  db: Queryable,
  { target, type, askedBy }: CodeBinding,
  { createdAt, codeHash }: StoredCode,
  nowMs: number,
): Promise<boolean> => {
  const entries = ENTRIES_OF_NUMBER.includes(askedBy) ? ENTRIES_OF_NUMBER : [askedBy];
  const { rows } = await db.execute<{ askedBy: string; codeHash: Buffer }>(sql`update sent_code set used_at = ${nowMs}
    where target = ${target} and type = ${type} and asked_by = any(${sql.param([...entries])}::text[])
      and created_at = ${createdAt} and used_at is null
    returning asked_by as "askedBy", code_hash as "codeHash"`);
  return rows.some((row) => row.askedBy === askedBy && row.codeHash.equals(codeHash));
};

/** Invalidates all codes sent to these phone numbers, whatever their purpose. */
export const dropCodesSentTo = async (tx: Transaction, targets: readonly string[]): Promise<void> => {
  await tx.execute(sql`delete from sent_code where target = any(${sql.param([...targets])}::text[])`);
};

/** Returns the keys for encrypted passwords that are still accepted, newest first. */
export const listLiveRsaKeys = async (db: Queryable, nowMs: number): Promise<RsaKeyRow[]> => {
  const { rows } = await db.execute<Row<RsaKeyRow>>(sql`select kid, public_key as "publicKey", sealed_private_key as "sealedPrivateKey",
      created_at as "createdAt", retires_at as "retiresAt", expires_at as "expiresAt"
    from rsa_key where expires_at > ${nowMs} order by created_at desc`);
  return rows;
};

const RSA_ROTATION_LOCK = 0x53_46_52_4b;

/** Locks the creation of a key until the transaction ends: only one instance at a time creates a key; the others wait and then find it. */
export const lockRsaRotation = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`select pg_advisory_xact_lock(${RSA_ROTATION_LOCK})`);
};

/** Stores a new key for encrypted passwords and deletes those no longer accepted. */
export const insertRsaKey = async (
  tx: Transaction,
  { kid, publicKey, sealedPrivateKey, createdAt, retiresAt, expiresAt }: RsaKeyRow,
): Promise<void> => {
  await tx.execute(sql`delete from rsa_key where expires_at < ${createdAt}`);
  await tx.execute(sql`insert into rsa_key (kid, public_key, sealed_private_key, created_at, retires_at, expires_at)
    values (${kid}, ${publicKey}, ${sealedPrivateKey}, ${createdAt}, ${retiresAt}, ${expiresAt})`);
};

/** Used nonces are stored a minute longer than they are valid, so that a call that read its clock earlier cannot reuse one. */
const NONCE_KEEP_MS = 60_000;

/** Stores a nonce as used. Returns true for its first use, false afterwards. */
export const useNonce = async (db: Queryable, nonce: string, expiresAt: number, nowMs: number): Promise<boolean> => {
  await db.execute(sql`delete from password_nonce where expires_at < ${nowMs - NONCE_KEEP_MS}`);
  const { rowCount } = await db.execute(sql`insert into password_nonce (nonce, used_at, expires_at)
    values (${nonce}, ${nowMs}, ${expiresAt}) on conflict do nothing`);
  return rowCount === 1;
};

/**
 * Deletes expired captchas, codes, keys and nonces. Returns how many. A key is deleted when clients may no longer use it, not already when
 * it is no longer issued.
 */
export const deleteExpiredProofs = async (db: Queryable, nowMs: number): Promise<number> => {
  const deleted = [
    await db.execute(sql`delete from captcha_challenge where expires_at < ${nowMs}`),
    await db.execute(sql`delete from sent_code where expires_at < ${nowMs}`),
    await db.execute(sql`delete from rsa_key where expires_at < ${nowMs}`),
    await db.execute(sql`delete from password_nonce where expires_at < ${nowMs - NONCE_KEEP_MS}`),
  ];
  return deleted.reduce((sum, result) => sum + (result.rowCount ?? 0), 0);
};
