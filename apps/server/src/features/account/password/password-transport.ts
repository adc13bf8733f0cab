/**
 * Passwords on the wire: RSA-OAEP-SHA-256 over JSON `{"pw","n"}`. The key pairs are stored encrypted in the database, so that all instances
 * share them. A nonce proves its origin and age by itself; only used nonces are stored.
 */
import { createHmac, generateKeyPair, randomBytes, timingSafeEqual, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { CodedError, newId } from '@shufang/contract';
import { z } from 'zod';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database.ts';
import type { AccountKeys } from '../account-keys.ts';
import { insertRsaKey, listLiveRsaKeys, lockRsaRotation, useNonce } from '../proof-store.ts';
import { seal, unseal } from '../sealed-box.ts';
import type { RsaKeyRow } from '../tables.ts';

/** Times and sizes of security.md §2: how long a key is issued and accepted, lifetime of a nonce, key size. */
const KEY_HANDED_OUT_MS = 24 * 3_600_000;
const KEY_OVERLAP_MS = 10 * 60_000;
const NONCE_LIFETIME_MS = 5 * 60_000;
const MODULUS_BITS = 3072;

const RSA_OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' };
const envelope = z.strictObject({ pw: z.string().max(512), n: z.string().max(128) });

export interface PublicKeyForPassword {
  /** The public key as PEM (SubjectPublicKeyInfo). */
  readonly rsaKey: string;
  readonly kid: string;
  readonly alg: 'RSA-OAEP-256';
  readonly nonce: string;
  /** When the nonce expires, UTC ms; it is rejected from then on. */
  readonly expiresAt: number;
}

export interface PasswordTransport {
  issueKey(): Promise<PublicKeyForPassword>;
  /**
   * Returns the password inside `<kid>:<base64>`, or `undefined` when it is not genuine: bad padding, another plaintext, a nonce that is
   * foreign, expired or used. Throws `account.passwordTransport` only for errors that are visible without decrypting: another format, or a
   * key that is no longer accepted.
   */
  open(encrypted: string): Promise<string | undefined>;
}

/**
 * Returns whether the stored private key was encrypted with the current secret of the server. If the secret was changed, the caller
 * creates a new key and leaves this one unchanged.
 */
const isSealedUnder = (sealing: Buffer, row: RsaKeyRow): boolean => {
  try {
    unseal(sealing, row.kid, row.sealedPrivateKey);
    return true;
  } catch {
    // Decryption with AES-GCM reports a wrong key only as a tag that does not match.
    return false;
  }
};

const makeKey = async (sealing: Buffer, nowMs: number): Promise<RsaKeyRow> => {
  const pair = await promisify(generateKeyPair)('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'der' },
  });
  const kid = newId(nowMs);
  const retiresAt = nowMs + KEY_HANDED_OUT_MS;
  return {
    kid,
    publicKey: pair.publicKey,
    sealedPrivateKey: seal(sealing, kid, pair.privateKey),
    createdAt: nowMs,
    retiresAt,
    expiresAt: retiresAt + KEY_OVERLAP_MS,
  };
};

/**
 * A nonce has 6 bytes of expiry, 16 random bytes and a MAC of 16 bytes, in base64url: short enough to leave room for a password of 250
 * bytes.
 */
const EXPIRY_BYTES = 6;
const NONCE_BYTES = EXPIRY_BYTES + 32;

const nonceMac = (key: Buffer, body: Buffer): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, 16);

const makeNonce = (key: Buffer, expiresAt: number): string => {
  const body = Buffer.concat([Buffer.alloc(EXPIRY_BYTES), randomBytes(16)]);
  body.writeUIntBE(expiresAt, 0, EXPIRY_BYTES);
  return Buffer.concat([body, nonceMac(key, body)]).toString('base64url');
};

const nonceExpiry = (key: Buffer, nonce: string): number | undefined => {
  const bytes = Buffer.from(nonce, 'base64url');
  if (bytes.length !== NONCE_BYTES || bytes.toString('base64url') !== nonce) return undefined;
  const body = bytes.subarray(0, EXPIRY_BYTES + 16);
  return timingSafeEqual(nonceMac(key, body), bytes.subarray(EXPIRY_BYTES + 16)) ? body.readUIntBE(0, EXPIRY_BYTES) : undefined;
};

const parseEnvelope = (plain: ArrayBuffer): z.output<typeof envelope> | undefined => {
  try {
    return envelope.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)));
  } catch {
    // Decrypted text that is not valid is handled like bad padding, so that callers cannot distinguish the two.
    return undefined;
  }
};

export const createPasswordTransport = (deps: {
  db: Database;
  clock: Clock;
  keys: Pick<AccountKeys, 'nonce' | 'sealing'>;
}): PasswordTransport => {
  const { db, clock, keys } = deps;
  let known: readonly RsaKeyRow[] = [];
  let loading: Promise<readonly RsaKeyRow[]> | undefined;
  const privateKeys = new Map<string, Promise<webcrypto.CryptoKey>>();

  const listUsableKeys = async (queryable: Queryable, nowMs: number): Promise<RsaKeyRow[]> =>
    (await listLiveRsaKeys(queryable, nowMs)).filter((row) => isSealedUnder(keys.sealing, row));

  const load = async (): Promise<readonly RsaKeyRow[]> => {
    const nowMs = clock.now();
    const found = await listUsableKeys(db.orm, nowMs);
    if (found.some((key) => key.retiresAt > nowMs)) return found;
    return db.transaction(async (tx) => {
      await lockRsaRotation(tx);
      const meanwhile = await listUsableKeys(tx, nowMs);
      if (meanwhile.some((key) => key.retiresAt > nowMs)) return meanwhile;
      const made = await makeKey(keys.sealing, nowMs);
      await insertRsaKey(tx, made);
      return [made, ...meanwhile];
    });
  };

  const reload = async (): Promise<readonly RsaKeyRow[]> => {
    loading ??= load().finally(() => {
      loading = undefined;
    });
    known = await loading;
    for (const kid of privateKeys.keys()) if (!known.some((key) => key.kid === kid)) privateKeys.delete(kid);
    return known;
  };

  const currentKey = async (): Promise<RsaKeyRow> => {
    const isCurrent = (key: RsaKeyRow): boolean => key.retiresAt > clock.now();
    const key = known.find(isCurrent) ?? (await reload()).find(isCurrent);
    if (key === undefined) throw new Error('no transport key after rotation');
    return key;
  };

  const findKey = async (kid: string): Promise<RsaKeyRow | undefined> => {
    const isIt = (key: RsaKeyRow): boolean => key.kid === kid && key.expiresAt > clock.now();
    return known.find(isIt) ?? (await reload()).find(isIt);
  };

  const privateKeyOf = (row: RsaKeyRow): Promise<webcrypto.CryptoKey> => {
    const existing = privateKeys.get(row.kid);
    if (existing !== undefined) return existing;
    const der = unseal(keys.sealing, row.kid, row.sealedPrivateKey);
    const imported = webcrypto.subtle.importKey('pkcs8', der, RSA_OAEP, false, ['decrypt']);
    privateKeys.set(row.kid, imported);
    return imported;
  };

  const decrypt = async (row: RsaKeyRow, ciphertext: Buffer): Promise<z.output<typeof envelope> | undefined> => {
    const key = await privateKeyOf(row);
    try {
      return parseEnvelope(await webcrypto.subtle.decrypt(RSA_OAEP, key, ciphertext));
    } catch (error) {
      // WebCrypto reports bad padding only as OperationError; the caller responds to it as to a wrong password.
      if (error instanceof DOMException && error.name === 'OperationError') return undefined;
      throw error;
    }
  };

  return {
    async issueKey() {
      const key = await currentKey();
      const expiresAt = clock.now() + NONCE_LIFETIME_MS;
      return { rsaKey: key.publicKey, kid: key.kid, alg: 'RSA-OAEP-256', nonce: makeNonce(keys.nonce, expiresAt), expiresAt };
    },
    async open(encrypted) {
      const [, kid = '', base64 = ''] = /^([0-9a-z]{1,64}):([\w+/-]+={0,2})$/.exec(encrypted) ?? [];
      const key = kid === '' ? undefined : await findKey(kid);
      if (key === undefined) throw new CodedError('account.passwordTransport');
      const opened = await decrypt(key, Buffer.from(base64, 'base64'));
      const nowMs = clock.now();
      const expiresAt = nonceExpiry(keys.nonce, opened?.n ?? '') ?? 0;
      const inTime = opened !== undefined && expiresAt > nowMs;
      // A nonce is stored after a failure, too (a random one if the sent one is invalid), so that a failure takes as long as a success.
      const firstUse = await useNonce(
        db.orm,
        inTime ? opened.n : randomBytes(NONCE_BYTES).toString('base64url'),
        inTime ? expiresAt : nowMs,
        nowMs,
      );
      return inTime && firstUse ? opened.pw : undefined;
    },
  };
};
