/** The release of an upload: its check, and what the server has of its files. */
import { CodedError, type ReleaseUpload } from '@shufang/contract';
import { ReleaseError } from './release-error.ts';
import { type CheckedRelease, checkSignedRelease } from './signed-release.ts';
import type { StoredPart } from './upload-store.ts';

/** Returns the result of `work`. Throws `release.invalid` with the reason instead of a `ReleaseError`. */
export const refusingInvalid = async <T>(work: () => T | Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ReleaseError) throw new CodedError('release.invalid', { reason: error.message }, { cause: error });
    throw error;
  }
};

/** Checks the text of `release.json`. Throws `release.invalid` if it is damaged, not signed by the key that it names, or expired. */
export const checkUploadedRelease = (text: string, now: number): CheckedRelease => {
  let release: CheckedRelease;
  try {
    release = checkSignedRelease(text);
  } catch (error) {
    throw new CodedError('release.invalid', { reason: error instanceof ReleaseError ? error.message : '' }, { cause: error });
  }
  if (release.statement.expiresAt <= now) throw new CodedError('release.invalid', { reason: '签名已过期，请先用 release renew 重新签名' });
  return release;
};

/** Returns the number of bytes of a file that the server has. Parts are stored in order, so there is no gap. */
export const receivedOf = (parts: readonly StoredPart[], fileName: string): number =>
  parts.reduce((sum, part) => (part.fileName === fileName ? sum + part.bytes : sum), 0);

export const viewUpload = (
  uploadId: string,
  { statement, keyId }: CheckedRelease,
  { parts, isRenewal }: { parts: readonly StoredPart[]; isRenewal: boolean },
): ReleaseUpload => ({
  uploadId,
  versionCode: statement.version,
  platform: statement.platform,
  arch: statement.arch,
  channel: statement.channel,
  keyId,
  isRenewal,
  files: statement.files.map(({ kind, name, size }) => ({ kind, name, size, received: isRenewal ? size : receivedOf(parts, name) })),
});
