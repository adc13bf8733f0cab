import { type LoginResult, SYNC_STREAM_PATH } from '@shufang/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../../platform/events/broadcasts.ts';
import { beginSession, findSessionToken, followOtherTabs, useSession } from '../../platform/session/session.ts';
import { sessionValues } from '../../platform/session/session-values.ts';
import { httpTransport } from './http-transport.ts';

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

/** A stream that says `events` one after another and then closes, as the server does. */
const aStream = (...events: string[]): void => {
  vi.stubGlobal('fetch', async (address: string) => {
    expect(address).toBe(SYNC_STREAM_PATH);
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

const [replaced, asked, roleChanged] = [vi.fn(), vi.fn(), vi.fn()];
let stops: (() => void)[] = [];
beforeEach(() => {
  for (const spy of [replaced, asked, roleChanged]) spy.mockClear();
  stops = [onBroadcast('userKickedOut', replaced), onBroadcast('signInRequest', asked), onBroadcast('roleChanged', roleChanged)];
  signIn('mine');
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.unstubAllGlobals();
});

describe('the word of the server on the stream', () => {
  it('that a newer sign-in replaced this session reaches the page at once', async () => {
    aStream('event: sync\ndata: {"seq":3}', kickedOut('userBeenKickedOut', 'replaced'));
    const seqs: number[] = [];
    await listen((seq) => seqs.push(seq));
    expect(seqs).toEqual([3]);
    expect([replaced.mock.calls.length, asked.mock.calls.length]).toEqual([1, 0]);
  });

  it.each(['revoked', 'expired'])('that the session was %s ends it here and asks to sign in', async (reason) => {
    aStream(kickedOut('requestLogin', reason));
    await listen();
    expect(findSessionToken()).toBeUndefined();
    expect([replaced.mock.calls.length, asked.mock.calls.length]).toEqual([0, 1]);
  });

  it('that the person signed out, in another tab, ends it without a word', async () => {
    aStream(kickedOut('requestLogin', 'signedOut'));
    await listen();
    expect(findSessionToken()).toBeUndefined();
    expect([replaced.mock.calls.length, asked.mock.calls.length]).toEqual([0, 0]);
  });

  it('about an old session counts no more after a new sign-in', async () => {
    vi.stubGlobal('fetch', async () => {
      signIn('newer');
      const body = `${kickedOut('userBeenKickedOut', 'replaced')}\n\n`;
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    await listen();
    expect(findSessionToken()).toBe('newer');
    expect(replaced).not.toHaveBeenCalled();
  });

  it('that roles have changed is passed on', async () => {
    aStream('event: roleChanged\ndata: {}');
    await listen();
    expect(roleChanged).toHaveBeenCalledOnce();
  });
});

describe('another tab of this browser', () => {
  it('that was told of a sign-in elsewhere passes it on', () => {
    followOtherTabs();
    dispatchEvent(new StorageEvent('storage', { key: sessionValues.replaced.key, newValue: '{}' }));
    expect(replaced).toHaveBeenCalledOnce();
    expect(useSession.getState().token).toBe('mine');
    dispatchEvent(new StorageEvent('storage', { key: sessionValues.replaced.key, newValue: null }));
    expect(replaced).toHaveBeenCalledOnce();
  });
});
