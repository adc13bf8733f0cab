/**
 * A signed release: what the publisher hands over to the operator of the server, in a folder with the files. It is signed on the publisher's
 * own computer; the server checks it and never has the key.
 */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { canonicalJson, type UpdateFile, type UpdateManifest, updateManifest } from '@shufang/contract';
import { z } from 'zod';
import { RELEASE_LIMITS } from './limits.ts';
import { ReleaseError } from './release-error.ts';
import { keyIdOf, type ReleaseKey, signText } from './release-key.ts';

/** Name of the file in the folder of a signed release that holds its data. */
export const SIGNED_RELEASE_FILE = 'release.json';

const signedRelease = z.strictObject({
  /** Canonical JSON of an `UpdateManifest`. */
  manifest: z.string().max(20_000),
  signature: z.string().max(200),
  /** The public key in PEM. */
  publicKey: z.string().max(2_000),
  /** The release notes as sanitized HTML. */
  descriptionHtml: z.string().max(RELEASE_LIMITS.releaseNotesBytes),
});
export type SignedRelease = z.output<typeof signedRelease>;

/** A signed release that was checked: its manifest and the id of its key. */
export interface CheckedRelease extends SignedRelease {
  readonly statement: UpdateManifest;
  readonly keyId: string;
}

const DAY_MS = 86_400_000;

/** SHA-512 of a text's UTF-8 bytes in hex. */
export const sha512OfText = (text: string): string => createHash('sha512').update(text, 'utf8').digest('hex');

/** Signs a statement that is valid for `days` from `now`. */
export const signStatement = (
  statement: Omit<UpdateManifest, 'issuedAt' | 'expiresAt'>,
  key: ReleaseKey,
  { now, days }: { now: number; days: number },
): Pick<SignedRelease, 'manifest' | 'signature' | 'publicKey'> => {
  const manifest = canonicalJson(updateManifest.parse({ ...statement, issuedAt: now, expiresAt: now + days * DAY_MS }));
  return { manifest, signature: signText(key, manifest), publicKey: key.publicKeyPem };
};

const publicKeyOf = (pem: string): KeyObject => {
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'ed25519') throw new TypeError('another kind of key');
  return key;
};

/** Reads the text of `release.json`. Throws `ReleaseError` if it is damaged, or not signed by the key that it names. */
export const checkSignedRelease = (text: string): CheckedRelease => {
  try {
    const release = signedRelease.parse(JSON.parse(text));
    const key = publicKeyOf(release.publicKey);
    if (!verify(null, Buffer.from(release.manifest, 'utf8'), key, Buffer.from(release.signature, 'base64')))
      throw new TypeError('the signature is not that of the manifest');
    const statement = updateManifest.parse(JSON.parse(release.manifest));
    if (statement.notesSha512 !== sha512OfText(release.descriptionHtml)) throw new TypeError('the notes are not those of the manifest');
    return { ...release, statement, keyId: keyIdOf(key) };
  } catch (error) {
    throw new ReleaseError(`${SIGNED_RELEASE_FILE} 已损坏或被改动，请重新签名`, { cause: error });
  }
};

/** Returns the file of a kind; undefined if the release has none. */
export const fileOfKind = ({ files }: UpdateManifest, kind: UpdateFile['kind']): UpdateFile | undefined =>
  files.find((file) => file.kind === kind);
