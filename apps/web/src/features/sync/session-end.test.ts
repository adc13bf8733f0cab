import { type LoginResult, SYNC_STREAM_PATH } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { beginSession, endSession, findSessionToken, followOtherTabs, useSession } from '../../platform/session/session.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { httpTransport } from './http-transport.ts';
import { handleSessionEnd } from './session-end.ts';

const signIn = (dpAuthToken: string): void =>
  beginSession({
    access_token: 'a',
    expires_in: 1,
    refresh_token: 'r',
    dpAuthToken,
    loginTHQS: 'q',
    registered: false,
    replaced: null,
  } satisfies LoginResult);

/** Stubs a stream that sends `events` one after another and then closes, as the server does. */
const aStream = (...events: string[]): void => {
  vi.stubGlobal('fetch', async (url: string) => {
    expect(url).toBe(SYNC_STREAM_PATH);
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const event of events) controller.enqueue(new TextEncoder().encode(`${event}\n\n`));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } });
  });
};
const kickedOut = (code: string, reason: string): string => `event: kickedOut\ndata: ${JSON.stringify({ code, reason })}`;
const listen = (onSeq: (seq: number) => void = () => undefined) =>
  httpTransport.listen(new AbortController().signal, () => undefined, onSeq);

const [replaced, requests, roleChanged] = [vi.fn(), vi.fn(), vi.fn()];
let stops: (() => void)[] = [];
beforeEach(() => {
  for (const spy of [replaced, requests, roleChanged]) spy.mockClear();
  stops = [onBroadcast('userKickedOut', replaced), onBroadcast('signInRequest', requests), onBroadcast('roleChanged', roleChanged)];
  signIn('mine');
  dispatchEvent(new Event('pointerdown'));
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

describe('the server’s event on the stream', () => {
  it('that a newer sign-in replaced this session is shown immediately', async () => {
    aStream('event: sync\ndata: {"seq":3}', kickedOut('userBeenKickedOut', 'replaced'));
    const seqs: number[] = [];
    await listen((seq) => seqs.push(seq));
    expect(seqs).toEqual([3]);
    expect([replaced.mock.calls.length, requests.mock.calls.length]).toEqual([1, 0]);
  });

  it.each(['revoked', 'expired'])('that the session was %s ends it here and asks to sign in', async (reason) => {
    aStream(kickedOut('requestLogin', reason));
    await listen();
    expect(findSessionToken()).toBeUndefined();
    expect([replaced.mock.calls.length, requests.mock.calls.length]).toEqual([0, 1]);
  });

  it('that the user signed out in another tab ends it without a message', async () => {
    aStream(kickedOut('requestLogin', 'signedOut'));
    await listen();
    expect(findSessionToken()).toBeUndefined();
    expect([replaced.mock.calls.length, requests.mock.calls.length]).toEqual([0, 0]);
  });

  it('keeps the user’s data on the page, unless the user signed out', async () => {
    const ownerAfter = async (reason: string) => {
      signIn('mine');
      useSession.setState({ userId: 'lin' });
      aStream(kickedOut('requestLogin', reason));
      await listen();
      return useSession.getState().lapsedUserId;
    };
    expect(await ownerAfter('revoked')).toBe('lin');
    expect(await ownerAfter('expired')).toBe('lin');
    expect(await ownerAfter('signedOut')).toBeUndefined();
  });

  it('is shown by a page whose session another tab has ended meanwhile, without the dialog', () => {
    endSession();
    for (const reason of ['revoked', 'expired', 'signedOut'] as const) handleSessionEnd(reason, 'mine');
    expect([replaced.mock.calls.length, requests.mock.calls.length]).toEqual([0, 0]);
    handleSessionEnd('replaced', 'mine');
    expect([replaced.mock.calls.length, requests.mock.calls.length]).toEqual([1, 0]);
  });

  it('about an old session is ignored after a new sign-in', async () => {
    vi.stubGlobal('fetch', async () => {
      signIn('newer');
      const body = `${kickedOut('userBeenKickedOut', 'replaced')}\n\n`;
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    await listen();
    expect(findSessionToken()).toBe('newer');
    expect(replaced).not.toHaveBeenCalled();
  });

  it('that roles have changed is broadcast', async () => {
    aStream('event: roleChanged\ndata: {}');
    await listen();
    expect(roleChanged).toHaveBeenCalledOnce();
  });
});

describe('another tab of this browser', () => {
  it('that knows about a sign-in elsewhere passes it on', () => {
    followOtherTabs();
    dispatchEvent(new StorageEvent('storage', { key: sessionValues.replaced.key, newValue: '{}' }));
    expect(replaced).toHaveBeenCalledOnce();
    expect(useSession.getState().token).toBe('mine');
    dispatchEvent(new StorageEvent('storage', { key: sessionValues.replaced.key, newValue: null }));
    expect(replaced).toHaveBeenCalledOnce();
  });
});
