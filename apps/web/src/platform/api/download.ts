/** Fetches a file of the person through a short-lived link of the content origin (security.md section 2, download link). */
import { createDownloadLink, LIMITS } from '@shufang/contract';
import { findSessionToken } from '../session/session.ts';
import { call } from './client.ts';

/** The page is not in a secure context, so the browser cannot make the proof. */
export class NoProofError extends Error {
  override readonly name = 'NoProofError';
}

const base64url = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** The last segment of the call: proves that who asks holds the token, without the token standing in an address. */
export const downloadProof = async (token: string, fileId: string, minutes: number): Promise<string> => {
  if (!globalThis.crypto?.subtle) throw new NoProofError();
  return base64url(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`dl|${token}|${fileId}|${minutes}`)));
};

/** Starts the browser's own download. Throws `NoProofError`, else as `call` does. */
export const downloadFile = async (fileId: string): Promise<void> => {
  const minutes = LIMITS.downloadLinkMinutesDefault;
  const proof = await downloadProof(findSessionToken() ?? '', fileId, minutes);
  const { url } = await call(createDownloadLink, { fileId, minutes, proof });
  const link = document.createElement('a');
  link.href = url;
  link.rel = 'noreferrer';
  link.download = '';
  link.click();
};
