/** Tests that the end of a session is announced once, for every transport and regardless of how the caller handles the error. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { downloadBookMaterial, type ErrorCode, getUserInfo, SYNC_STREAM_PATH, setUserInfo, signOut, uploadImage } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../events/broadcasts.ts';
import { beginSession, findSessionToken, useSession } from '../session/session.ts';
import { callWithCache } from './call-with-cache.ts';
import { call } from './client.ts';
import { fetchFile } from './fetch-file.ts';
import { openEventStream } from './open-event-stream.ts';
import { createQueryClient } from './query-client.ts';
import { upload } from './upload.ts';

const signIn = (dpAuthToken: string): void =>
  beginSession({
    access_token: 'a',
    expires_in: 1,
    refresh_token: 'r',
    dpAuthToken,
    loginTHQS: 'q',
    registered: false,
    replaced: null,
  });
const ignore = (): undefined => undefined;

/** Stubs `fetch` and XMLHttpRequest so that every request is rejected with `code`. */
const refuseAll = (code: ErrorCode, before: () => void = ignore): void => {
  const body = JSON.stringify({ code, message: '句子', payload: null });
  vi.stubGlobal('fetch', async () => {
    before();
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  });
  vi.stubGlobal(
    'XMLHttpRequest',
    class extends EventTarget {
      upload = new EventTarget();
      status = 200;
      responseText = body;
      open = ignore;
      setRequestHeader = ignore;
      getResponseHeader = () => null;
      send(): void {
        before();
        queueMicrotask(() => this.dispatchEvent(new Event('load')));
      }
    },
  );
};

/** Every transport from a page to the server, called in the same way as in the product. */
const transports: Record<string, () => Promise<unknown>> = {
  'a call': () => call(getUserInfo, {}),
  'a call whose last response is stored': () => callWithCache(getUserInfo, {}),
  'an upload': () => upload(uploadImage, {} as never, new File(['x'], 'a.png')),
  'a file': () => fetchFile(downloadBookMaterial, {} as never),
  'the event stream': () => openEventStream(SYNC_STREAM_PATH, new AbortController().signal),
  'a query that claims every failure': () =>
    createQueryClient().fetchQuery({ queryKey: ['q'], queryFn: () => call(getUserInfo, {}), meta: { claims: true } }),
  'a query that claims this code': () =>
    createQueryClient().fetchQuery({
      queryKey: ['q'],
      queryFn: () => call(getUserInfo, {}),
      meta: { claims: ['requestLogin', 'userBeenKickedOut'] },
    }),
  'a mutation that claims every failure': () => {
    const client = createQueryClient();
    return client
      .getMutationCache()
      .build(client, { mutationFn: () => call(setUserInfo, { nickname: '子美' }), meta: { claims: true } })
      .execute(undefined);
  },
};

const [signInRequested, replaced] = [vi.fn(), vi.fn()];
let stops: (() => void)[] = [];
beforeEach(() => {
  for (const spy of [signInRequested, replaced]) spy.mockClear();
  stops = [onBroadcast('signInRequest', signInRequested), onBroadcast('userKickedOut', replaced)];
  dispatchEvent(new Event('pointerdown'));
  signIn('mine');
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

describe.each(Object.entries(transports))('%s', (_way, ask) => {
  it('rejected for want of a session ends the session and asks to sign in, even if its caller ignores the error', async () => {
    refuseAll('requestLogin');
    await ask().catch(ignore);
    expect(signInRequested).toHaveBeenCalledOnce();
    expect(findSessionToken()).toBeUndefined();
  });

  it('rejected because of a sign-in elsewhere shows the alert', async () => {
    refuseAll('userBeenKickedOut');
    await ask().catch(ignore);
    expect([signInRequested.mock.calls.length, replaced.mock.calls.length]).toEqual([0, 1]);
  });

  it('rejected for another reason announces nothing', async () => {
    refuseAll('forbidden');
    await ask().catch(ignore);
    expect([signInRequested.mock.calls.length, replaced.mock.calls.length]).toEqual([0, 0]);
  });

  it('rejected for an earlier session does not affect the current one', async () => {
    for (const code of ['requestLogin', 'userBeenKickedOut'] as const) {
      signIn('mine');
      refuseAll(code, () => signIn('newer'));
      await ask().catch(ignore);
      expect(findSessionToken()).toBe('newer');
    }
    expect([signInRequested.mock.calls.length, replaced.mock.calls.length]).toEqual([0, 0]);
  });
});

describe('the request to sign in', () => {
  it('is sent once for many calls, and again only after a user action', async () => {
    refuseAll('requestLogin');
    await Promise.all(Object.values(transports).map((ask) => ask().catch(ignore)));
    expect(signInRequested).toHaveBeenCalledOnce();
    dispatchEvent(new Event('keydown'));
    await Promise.all(Object.values(transports).map((ask) => ask().catch(ignore)));
    expect(signInRequested).toHaveBeenCalledTimes(2);
  });

  it('keeps the user of the ended session, so that drafts stay theirs', async () => {
    useSession.setState({ userId: 'u1' });
    refuseAll('requestLogin');
    await call(getUserInfo, {}).catch(ignore);
    expect(useSession.getState().lapsedUserId).toBe('u1');
  });

  it('is not sent when a user signs out of an ended session', async () => {
    refuseAll('requestLogin');
    await call(signOut, {}).catch(ignore);
    expect(signInRequested).not.toHaveBeenCalled();
  });
});

describe('the transports to the server', () => {
  it('are exactly these, so that each refusal is announced', () => {
    const root = path.join(import.meta.dirname, '..', '..');
    const reaching = globSync('**/*.{ts,tsx}', { cwd: root })
      .map((file) => file.replaceAll(path.sep, '/'))
      .filter((file) => !/\.test\.|^testing\//.test(file))
      .filter((file) =>
        /\bfetch\(|\bfetch\b(?=[,;)\]])|new (?:globalThis\.)?(?:XMLHttpRequest|EventSource|WebSocket)\b|sendBeacon\(/.test(
          readFileSync(path.join(root, file), 'utf8'),
        ),
      );
    expect(reaching.toSorted()).toEqual([
      // Requests only `/healthz`.
      'assets-fallback/watch-assets.ts',
      // The inline script of the reading page leaves its response to `client.ts`, which announces a refusal.
      'early-open/open-early.ts',
      // Requests only the file with the client's code.
      'early-open/start-client.ts',
      'platform/api/client.ts',
      // `connection.ts` requests only `/healthz`, which requires no session and therefore never reports its end.
      'platform/api/connection.ts',
      'platform/api/fetch-file.ts',
      'platform/api/open-event-stream.ts',
      'platform/api/upload.ts',
      // The service worker fetches only pages and files; it does not handle API calls, whose responses can report the end of a session.
      'service-worker/main.ts',
    ]);
  });
});
