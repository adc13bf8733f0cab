import { getHome, getUserInfo, operation, pushChanges, signInWithSmsCode } from '@shufang/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { type Broadcasts, onBroadcast } from '../events/broadcasts.ts';
import { sessionValues } from '../session/session-values.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';

const emptyHome = { banners: [], rows: [], collections: [], categories: [] };
const failureOf = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.unreachable('the call succeeded'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError);
      return error as ApiError;
    },
  );
const answerWith = (response: () => Promise<Response> | Response): void => {
  vi.stubGlobal('fetch', async () => response());
};

afterEach(() => vi.unstubAllGlobals());

describe('a request', () => {
  it('names the device, and the person only when signed in', async () => {
    const { asked } = answerCalls(succeed(getHome, emptyHome));
    await call(getHome, {});
    sessionValues.dpAuth.store({ token: 'T' });
    await call(getHome, {});
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'dp-token T']);
    expect(asked[0]?.headers.get('x-device-code')).toBe('web');
    expect(asked[0]?.headers.get('x-device-id')).toMatch(/^[0-9a-z]{6,32}$/);
    expect(asked[1]?.headers.get('x-device-id')).toBe(asked[0]?.headers.get('x-device-id'));
  });

  it('carries sign-in calls as a form and structured bodies as JSON', async () => {
    const { asked } = answerCalls();
    await failureOf(call(signInWithSmsCode, { tel: '13800000001', code: '123456', autoRegister: true }));
    await failureOf(call(pushChanges, { deviceId: 'abcdef', ops: [{ id: 1 }] }));
    expect(asked[0]?.fields).toEqual({ tel: '13800000001', code: '123456', autoRegister: 'true' });
    expect(asked[0]?.headers.get('content-type')).toBeNull();
    expect(asked[1]?.fields).toEqual({ deviceId: 'abcdef', ops: [{ id: 1 }] });
  });
});

describe('an answer', () => {
  it('is read from payLoad where only the inherited spelling is there', async () => {
    const inherited = operation({
      name: 'inherited',
      method: 'GET',
      path: '/x',
      summary: '',
      input: z.object({}),
      output: z.object({ a: z.number() }),
    });
    answerWith(() => Response.json({ code: 'success', message: '', payLoad: { a: 1 } }));
    await expect(call(inherited, {})).resolves.toEqual({ a: 1 });
  });

  it('shows what the server has to say for 5 s', async () => {
    const shown: Broadcasts['toast'][] = [];
    const stop = onBroadcast('toast', (toast) => shown.push(toast));
    answerCalls(succeed(getHome, emptyHome, '已保存'));
    await call(getHome, {});
    stop();
    expect(shown).toEqual([{ kind: 'success', text: '已保存', timeoutMs: 5_000 }]);
  });

  it('that is a refusal carries its code and sentence', async () => {
    answerCalls(refuse(getUserInfo, 'requestLogin', '请先登录'));
    await expect(failureOf(call(getUserInfo, {}))).resolves.toMatchObject({ kind: 'refused', code: 'requestLogin', message: '请先登录' });
  });

  it.each([
    ['no answer', () => Promise.reject(new TypeError('failed to fetch')), 'network'],
    ['a fault of the server', () => Response.json({ code: 'internal', message: '系统有点忙', payload: null }, { status: 500 }), 'busy'],
    ['a page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'busy'],
    ['something that is no envelope', () => new Response('<html>', { status: 200 }), 'unreadable'],
    ['a payload outside the contract', () => Response.json({ code: 'success', message: '', payload: { newest: 1 } }), 'unreadable'],
  ] as const)('that is %s fails as such', async (_what, response, kind) => {
    answerWith(response);
    await expect(failureOf(call(getHome, {}))).resolves.toMatchObject({ kind, operationName: 'getHome' });
  });

  it('that does not come in time fails as a timeout', async () => {
    vi.stubGlobal(
      'fetch',
      (_address: string, init: RequestInit) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    await expect(failureOf(call(getHome, {}, { timeoutMs: 5 }))).resolves.toMatchObject({ kind: 'timeout' });
  });

  it('nobody waits for any more is no failure of ours', async () => {
    const leaving = new AbortController();
    vi.stubGlobal('fetch', async () => {
      leaving.abort();
      throw leaving.signal.reason;
    });
    await expect(call(getHome, {}, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('a POST call', () => {
  const names = (asked: { headers: Headers }[]) => asked.map(({ headers }) => headers.get('x-op-id'));
  const login = { tel: '13800000001', code: '123456', autoRegister: true };

  /** Plays the network: answers each fetch by the next of `answers`, and remembers the names. */
  const network = (...answers: (() => Promise<Response> | Response)[]): string[] => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('x-op-id') ?? '');
      return answers.shift()?.() ?? Response.json({ code: 'account.smsCodeWrong', message: '句子', payload: null });
    });
    return sent;
  };
  const cut = () => Promise.reject(new TypeError('failed to fetch'));
  const brokenOff = () =>
    new Response(
      new ReadableStream({
        start: (body) => body.enqueue(new TextEncoder().encode('{"code":"succ')),
        pull: (body) => body.error(new TypeError('network error')),
      }),
    );

  it('has a name of its own; a read and what carries ids of its own have none', async () => {
    const { asked } = answerCalls(succeed(getHome, emptyHome));
    await failureOf(call(signInWithSmsCode, login));
    await failureOf(call(signInWithSmsCode, login));
    await failureOf(call(pushChanges, { deviceId: 'abcdef', ops: [] }));
    await call(getHome, {});
    const [first, second, ...others] = names(asked);
    expect(first).toMatch(/^[0-9A-Za-z_-]{16,64}$/);
    expect(second).toMatch(/^[0-9A-Za-z_-]{16,64}$/);
    expect(second).not.toBe(first);
    expect(others).toEqual([null, null]);
  });

  it('that got no answer keeps its name until one comes', async () => {
    const busy = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const running = () => Response.json({ code: 'request.inProgress', message: '句子', payload: null });
    const sent = network(cut, brokenOff, busy, running);
    const kinds: string[] = [];
    for (let n = 0; n < 6; n += 1) kinds.push((await failureOf(call(signInWithSmsCode, login))).kind);
    expect(kinds).toEqual(['network', 'network', 'busy', 'refused', 'refused', 'refused']);
    expect(new Set(sent.slice(0, 5)).size).toBe(1);
    expect(sent[5]).not.toBe(sent[4]);
  });

  it('with another input has another name, and what was open before is over once it is answered', async () => {
    const sent = network(cut);
    await failureOf(call(signInWithSmsCode, login));
    await failureOf(call(signInWithSmsCode, { ...login, code: '654321' }));
    await failureOf(call(signInWithSmsCode, login));
    expect(new Set(sent).size).toBe(3);
  });

  it('has a new name ten minutes after it failed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sent = network(cut, cut, cut);
    await failureOf(call(signInWithSmsCode, login));
    vi.setSystemTime(Date.now() + 599_000);
    await failureOf(call(signInWithSmsCode, login));
    vi.setSystemTime(Date.now() + 1_000);
    await failureOf(call(signInWithSmsCode, login));
    vi.useRealTimers();
    expect(sent[1]).toBe(sent[0]);
    expect(sent[2]).not.toBe(sent[0]);
  });
});
