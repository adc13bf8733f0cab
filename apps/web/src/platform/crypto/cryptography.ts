/**
 * Hashing and encryption for requests: by WebCrypto where it is available (https, localhost), otherwise in JavaScript, which is loaded on
 * demand.
 */
import { ApiError } from '../api/api-error.ts';
import { networkText } from '../messages/zh-cn/network.ts';

export interface RsaPublicKey {
  readonly modulusBits: number;
  /** Encrypts by RSA-OAEP with SHA-256. The plaintext must fit into one block. */
  readonly encrypt: (plaintext: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface Cryptography {
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>;
  /** Imports a public key; `spki` is a SubjectPublicKeyInfo (DER). */
  readonly importRsaKey: (spki: Uint8Array<ArrayBuffer>) => Promise<RsaPublicKey>;
}

const webCrypto: Cryptography = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  importRsaKey: async (spki) => {
    const key = await crypto.subtle.importKey('spki', spki, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']);
    return {
      modulusBits: (key.algorithm as RsaHashedKeyAlgorithm).modulusLength,
      encrypt: async (plaintext) => new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, key, plaintext)),
    };
  },
};

/** Returns whether the browser has WebCrypto. On plain http `crypto.subtle` is undefined, contrary to its type. */
export const hasWebCrypto = (): boolean => globalThis.crypto?.subtle !== undefined;

/**
 * Returns the available implementation. Throws `ApiError` of kind `network` if the implementation in JavaScript is needed and cannot be
 * loaded.
 */
export const cryptography = async (): Promise<Cryptography> => {
  if (hasWebCrypto()) return webCrypto;
  try {
    return (await import('./pure-crypto.ts')).pureCrypto;
  } catch (cause) {
    throw new ApiError('cryptography', 'network', networkText.failed, undefined, { cause });
  }
};

export const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
export const base64UrlOf = (bytes: Uint8Array): string => base64Of(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
export const bytesOfBase64 = (base64: string): Uint8Array<ArrayBuffer> => Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));

/** Returns the SHA-256 of a text in UTF-8, as base64url. */
export const sha256Base64Url = async (text: string): Promise<string> =>
  base64UrlOf(await (await cryptography()).sha256(new TextEncoder().encode(text)));
