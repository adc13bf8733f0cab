/** The signature of a manifest: checked by the boot loader and by the update check. */
import { createHash, createPublicKey, verify } from 'node:crypto';

/** A manifest as text, exactly as signed, with its signature. */
export interface SignedManifest {
  readonly manifest: string;
  /** Ed25519 signature in base64. */
  readonly signature: string;
  readonly keyId: string;
}

const SIGNATURE = /^[A-Za-z0-9+/]{86}==$/;

const idOf = (key: ReturnType<typeof createPublicKey>): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16);

/**
 * Checks the signature with the public keys of the packager (PEM). Returns `valid`, `unknownKey` if none of the keys is the one that the
 * manifest names, or `badSignature`.
 */
export const checkSignature = (
  { manifest, signature, keyId }: SignedManifest,
  publicKeys: readonly string[],
): 'valid' | 'unknownKey' | 'badSignature' => {
  const key = publicKeys.map((pem) => createPublicKey(pem)).find((each) => idOf(each) === keyId);
  if (key === undefined) return 'unknownKey';
  if (!SIGNATURE.test(signature)) return 'badSignature';
  return verify(null, Buffer.from(manifest, 'utf8'), key, Buffer.from(signature, 'base64')) ? 'valid' : 'badSignature';
};
