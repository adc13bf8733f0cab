/** SHA-256 and RSA-OAEP in JavaScript (node-forge), for pages over plain http, where browsers have no WebCrypto. Loaded only there. */
import forge from 'node-forge/lib/forge.js';
import 'node-forge/lib/rsa.js';
import 'node-forge/lib/sha256.js';
import type { Cryptography } from './cryptography.ts';

const binaryOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);
const bytesOf = (binary: string): Uint8Array<ArrayBuffer> => Uint8Array.from(binary, (c) => c.charCodeAt(0));

export const pureCrypto: Cryptography = {
  sha256: async (bytes) => bytesOf(forge.md.sha256.create().update(binaryOf(bytes)).digest().getBytes()),
  importRsaKey: async (spki) => {
    const key = forge.pki.publicKeyFromAsn1(forge.asn1.fromDer(binaryOf(spki))) as forge.pki.rsa.PublicKey;
    return {
      modulusBits: key.n.bitLength(),
      // The random seed of the padding comes from `crypto.getRandomValues`, which is also available on plain http.
      encrypt: async (plaintext) =>
        bytesOf(
          key.encrypt(binaryOf(plaintext), 'RSA-OAEP', {
            md: forge.md.sha256.create(),
            mgf1: { md: forge.md.sha256.create() },
            seed: binaryOf(crypto.getRandomValues(new Uint8Array(32))),
          }),
        ),
    };
  },
};
