// @vitest-environment node
import { createHash, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { cryptography, hasWebCrypto, sha256Base64Url } from './cryptography.ts';

const real = globalThis.crypto;
/** The `crypto` of a browser on plain http: random numbers, but no `subtle`. */
const OVER_HTTP = { getRandomValues: real.getRandomValues.bind(real) };

afterEach(() => vi.unstubAllGlobals());

describe.each([
  { where: 'with WebCrypto', isWebCrypto: true, given: real },
  { where: 'over plain http', isWebCrypto: false, given: OVER_HTTP },
])('the cryptography of $where', ({ isWebCrypto, given }) => {
  const stubCrypto = (): void => void vi.stubGlobal('crypto', given);

  it('is detected correctly', () => {
    stubCrypto();
    expect(hasWebCrypto()).toBe(isWebCrypto);
  });

  it.each(['', 'abc', '书'.repeat(4_000)])('computes the SHA-256 of the standard for text %#', async (text) => {
    stubCrypto();
    expect(await sha256Base64Url(text)).toBe(createHash('sha256').update(text).digest('base64url'));
  });

  it.each([2048, 3072])(
    'encrypts with a key of %d bits so that its private key can decrypt, with a different result each time',
    async (modulusLength) => {
      const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength });
      stubCrypto();
      const key = await (await cryptography()).importRsaKey(new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })));
      expect(key.modulusBits).toBe(modulusLength);
      const plaintext = new TextEncoder().encode('密码 with \u0000 and 💡');
      const blocks = [await key.encrypt(plaintext), await key.encrypt(plaintext)];
      expect(blocks[0]).not.toEqual(blocks[1]);
      for (const block of blocks) expect(privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, block)).toEqual(Buffer.from(plaintext));
    },
  );
});
