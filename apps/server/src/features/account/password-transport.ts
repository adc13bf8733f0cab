/**
 * Passwords on the wire: RSA-OAEP-SHA-256 over JSON `{"pw","n"}`. The key pairs stand sealed in the database so that all
 * instances agree; a nonce proves its own origin and age, and only its use is written down.
 */
import { createCipheriv, createDecipheriv, createHmac, generateKeyPair, randomBytes, timingSafeEqual, webcrypto } from 'node:crypto';
import { promisify } from 'node:util';
import { CodedError, newId } from '@shufang/contract';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Queryable } from '../../platform/database.ts';
import type { AccountKeys } from './account-keys.ts';
import { insertRsaKey, listLiveRsaKeys, lockRsaRotation, useNonce } from './proof-store.ts';
import type { RsaKeyRow } from './tables.ts';

/** security.md §2: rotation, overlap, life of a nonce, size. */
const KEY_HANDED_OUT_MS = 24 * 3_600_000;
const KEY_OVERLAP_MS = 10 * 60_000;
const NONCE_LIFETIME_MS = 5 * 60_000;
const MODULUS_BITS = 3072;

const RSA_OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' };
const envelope = z.strictObject({ pw: z.string().max(512), n: z.string().max(128) });

export interface PublicKeyForPassword {
  /** PEM, SubjectPublicKeyInfo. */
  readonly rsaKey: string;
  readonly kid: string;
  readonly alg: 'RSA-OAEP-256';
  readonly nonce: string;
  /** UTC ms; the nonce is refused from then on. */
  readonly expiresAt: number;
}

export interface PasswordTransport {
  issueKey(): Promise<PublicKeyForPassword>;
  /**
   * The password inside `<kid>:<base64>`, or `undefined` when it is not genuine: bad padding, another plaintext, a nonce
   * that is foreign, too old or used. Throws `account.passwordTransport` only for what the key's public name tells: not in
   * this form, or a key no longer accepted.
   */
  open(encrypted: string): Promise<string | undefined>;
}

const seal = (key: Buffer, kid: string, plain: Buffer): Buffer => {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(kid));
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
};

const unseal = (key: Buffer, kid: string, sealed: Buffer): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12))
    .setAAD(Buffer.from(kid))
    .setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
};

/** False for a key sealed under another secret (the secret was changed): it is left alone and a new one takes its place. */
const isSealedUnder = (sealing: Buffer, row: RsaKeyRow): boolean => {
  try {
    unseal(sealing, row.kid, row.sealedPrivateKey);
    return true;
  } catch {
    // GCM says only that the tag does not fit.
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

/** A nonce is 8 bytes of expiry, 16 of randomness and 16 of mac, in base64url. */
const NONCE_BYTES = 40;

const nonceMac = (key: Buffer, body: Buffer): Buffer => createHmac('sha256', key).update(body).digest().subarray(0, 16);

const makeNonce = (key: Buffer, expiresAt: number): string => {
  const body = Buffer.concat([Buffer.alloc(8), randomBytes(16)]);
  body.writeBigUInt64BE(BigInt(expiresAt));
  return Buffer.concat([body, nonceMac(key, body)]).toString('base64url');
};

const nonceExpiry = (key: Buffer, nonce: string): number | undefined => {
  const bytes = Buffer.from(nonce, 'base64url');
  if (bytes.length !== NONCE_BYTES || bytes.toString('base64url') !== nonce) return undefined;
  const body = bytes.subarray(0, 24);
  return timingSafeEqual(nonceMac(key, body), bytes.subarray(24)) ? Number(body.readBigUInt64BE()) : undefined;
};

const parseEnvelope = (plain: ArrayBuffer): z.output<typeof envelope> | undefined => {
  try {
    return envelope.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain)));
  } catch {
    // Any other plaintext is as wrong as bad padding, and must not be told apart from it.
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
      // WebCrypto tells bad padding as OperationError and nothing more; the caller answers as for a wrong password.
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
      // Whatever is wrong, a nonce is written down, so that every refusal takes the time of a success.
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
