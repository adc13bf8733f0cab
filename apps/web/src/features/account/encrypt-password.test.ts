// @vitest-environment node
import { generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { encryptWith } from './encrypt-password.ts';

describe('an encrypted password', () => {
  it.each([
    ['der', 64],
    ['pem', 12],
  ] as const)('can be decrypted with the private key only, with the public key given as %s', async (format, length) => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 3072 });
    const spki = publicKey.export({ type: 'spki', format: format as 'pem' });
    const rsaKey = typeof spki === 'string' ? spki : (spki as Buffer).toString('base64');
    const password = '书'.repeat(length);
    const sent = await encryptWith({ rsaKey, kid: 'k1', alg: 'RSA-OAEP-256', nonce: 'n1', expiresAt: 0 }, password);
    const [kid, ciphertext] = sent.split(':');
    const plain = privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, Buffer.from(ciphertext ?? '', 'base64'));
    expect(kid).toBe('k1');
    expect(JSON.parse(plain.toString('utf8'))).toEqual({ pw: password, n: 'n1' });
  });
});
