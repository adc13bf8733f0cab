/**
 * Sends `openBook` while the browser still loads the client's code, and loads the reading engine when the response arrives. `call` takes
 * the response (`platform/api/early-response.ts`), so the URL and the headers must be those of `call`. Uses no schemas, because the code is
 * part of the page.
 */
import { AUTHORIZATION_SCHEME, DEVICE_CODE_HEADER, DEVICE_CREDENTIAL_HEADER, DEVICE_ID_HEADER } from '@shufang/contract';
import { createEarlyFrame, frameUrlFor } from '../features/reading/frame-element.ts';
import { startDocument } from '../features/reading/start-document.ts';
import type { EarlyResponse } from '../platform/api/early-response.ts';
import { CLIENT_LIMITS } from '../platform/limits.ts';
import { thisDeviceCode } from '../platform/session/device-code.ts';
import { deviceId } from '../platform/session/device-id.ts';
import { findEntry } from '../platform/session/stored-entry.ts';

const findToken = (): string | undefined => {
  const stored = findEntry('dpAuth', Date.now())?.value as { readonly token?: unknown } | null | undefined;
  return typeof stored?.token === 'string' && stored.token !== '' ? stored.token : undefined;
};

const findCredentials = (): string => {
  const stored = findEntry('deviceCredentials', Date.now())?.value;
  return Array.isArray(stored) ? stored.join(',') : '';
};

/** Loads the engine of the opened book; does nothing after a refusal, or if the response cannot be parsed. */
const loadEngine = (response: string): void => {
  const frameUrl = /"frameUrl":("[^"]*")/.exec(response)?.[1];
  if (frameUrl !== undefined) createEarlyFrame(frameUrlFor(JSON.parse(frameUrl) as string));
};

const request = async (url: string, token: string | undefined): Promise<EarlyResponse | undefined> => {
  const credentials = findCredentials();
  try {
    const response = await fetch(url, {
      method: 'GET',
      headers: {
        ...(token === undefined ? {} : { authorization: `${AUTHORIZATION_SCHEME} ${token}` }),
        [DEVICE_CODE_HEADER]: thisDeviceCode(),
        [DEVICE_ID_HEADER]: deviceId(),
        ...(credentials === '' ? {} : { [DEVICE_CREDENTIAL_HEADER]: credentials }),
      },
      signal: AbortSignal.timeout(CLIENT_LIMITS.requestTimeoutMs),
      credentials: 'omit',
    });
    const text = await response.text();
    loadEngine(text);
    return { status: response.status, requestId: response.headers.get('x-request-id') ?? undefined, text };
  } catch {
    // The call is sent again by the client, which reports the failure.
    return undefined;
  }
};

/** Sends the request if the page is a reading page. `search`: its query string. */
export const openEarly = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void => {
  const bookId = /^\/course\/learning\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (bookId === undefined) return;
  const token = findToken();
  const near = startDocument(bookId, search, token);
  const url = `/api/learn/open?${new URLSearchParams({ bookId, ...(near === undefined ? {} : { near }) }).toString()}`;
  globalThis.shufangEarlyRequest = { url, token, response: request(url, token) };
};
