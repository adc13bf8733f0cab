/**
 * Sends `openBook` while the browser still loads the client's code, and shows the book when the response arrives. `call` takes
 * the response (`platform/api/early-response.ts`), so the URL and the headers must be those of `call`. Uses no schemas, because the code is
 * part of the page.
 */
import {
  AUTHORIZATION_SCHEME,
  DEVICE_CODE_HEADER,
  DEVICE_CREDENTIAL_HEADER,
  DEVICE_ID_HEADER,
  defaultReadingPreferences,
  type Locator,
  type OutputOf,
  type openBook,
  READING_FRAME_META,
  SUCCESS,
} from '@shufang/contract';
import { removeEarlyReader, startEarlyReader } from '../features/reading/early-reader.ts';
import { frameUrlFor, loadEarlyFrame } from '../features/reading/frame-element.ts';
import { isSystemDark, withPaperOnScreen } from '../features/reading/paper-on-screen.ts';
import { isInPart, ownerOfToken, type StartOfReading, startDocument, startLocator } from '../features/reading/start-locator.ts';
import type { EarlyResponse } from '../platform/api/early-response.ts';
import { CLIENT_LIMITS } from '../platform/limits.ts';
import { thisDeviceCode } from '../platform/session/device-code.ts';
import { deviceId } from '../platform/session/device-id.ts';
import { findEntry } from '../platform/session/stored-entry.ts';
import { findLastPreferences } from '../platform/storage/last-preferences.ts';
import { createClientStarter } from './start-client.ts';

const findToken = (): string | undefined => {
  const stored = findEntry('dpAuth', Date.now())?.value as { readonly token?: unknown } | null | undefined;
  return typeof stored?.token === 'string' && stored.token !== '' ? stored.token : undefined;
};

const findCredentials = (): string => {
  const stored = findEntry('deviceCredentials', Date.now())?.value;
  return Array.isArray(stored) ? stored.join(',') : '';
};

/**
 * Shows the opened book. Returns false after a refusal, if this browser cannot show it before the client, and if its first page requires
 * the whole reading order, which the client requests.
 */
const showBook = (response: string, start: StartOfReading, startClient: () => void): boolean => {
  const { code, payload } = JSON.parse(response) as { readonly code: string; readonly payload: OutputOf<typeof openBook> };
  if (code !== SUCCESS) {
    removeEarlyReader();
    return false;
  }
  const { content, metadata, readingOrder, preferences, progress } = payload;
  const owner = ownerOfToken(start.token);
  const stored = owner === undefined ? undefined : findLastPreferences(owner);
  const locator = startLocator(start, progress);
  if (!isInPart({ metadata, readingOrder }, locator)) return false;
  return startEarlyReader(
    content.frameUrl,
    {
      baseUrl: content.baseUrl,
      publication: { metadata, readingOrder },
      preferences: withPaperOnScreen({ ...defaultReadingPreferences, ...preferences, ...(stored as object | undefined) }, isSystemDark()),
      ...(locator === undefined ? {} : { locator: locator as Locator }),
    },
    startClient,
  );
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
    return { status: response.status, requestId: response.headers.get('x-request-id') ?? undefined, text };
  } catch {
    // The call is sent again by the client, which reports the failure.
    return undefined;
  }
};

/** Loads the reading engine while the server opens the book. The page names the URL of the frame. */
const loadEngine = (): void => {
  const url = document.querySelector<HTMLMetaElement>(`meta[name="${READING_FRAME_META}"]`)?.content;
  if (url !== undefined) loadEarlyFrame(frameUrlFor(url));
};

/** Sends the request and shows the book if the page is a reading page. `search`: its query string. */
export const openEarly = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void => {
  const bookId = /^\/course\/learning\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (bookId === undefined) return;
  loadEngine();
  const startClient = createClientStarter();
  const token = findToken();
  const start = { bookId, search, token };
  const near = startDocument(start);
  const url = `/api/learn/open?${new URLSearchParams({ bookId, ...(near === undefined ? {} : { near }) }).toString()}`;
  const response = request(url, token);
  globalThis.shufangEarlyRequest = { url, token, response };
  void response
    .then((received) => received !== undefined && showBook(received.text, start, startClient))
    .catch(reportError)
    .then((isShowing) => {
      if (isShowing !== true) startClient();
    });
};
