/** Downloads a user file by a short-lived link of the content origin (security.md section 2, download link). */
import { createDownloadLink, LIMITS } from '@shufang/contract';
import { sha256Base64Url } from '../crypto/cryptography.ts';
import { findSessionToken } from '../session/session.ts';
import { call } from './client.ts';

/** Returns the value that proves to the server that the client has the token, so that the token does not appear in the URL. */
export const downloadProof = (token: string, fileId: string, minutes: number): Promise<string> =>
  sha256Base64Url(`dl|${token}|${fileId}|${minutes}`);

/** Starts the browser's own download. Throws as `call` does. */
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
