import { getHome, getUserInfo, operation, pushChanges, signInWithSmsCode } from '@shufang/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { answerCalls, refuse, succeed } from '../../testing/answer-calls.ts';
import { type Broadcasts, onBroadcast } from '../events/broadcasts.ts';
import { sessionValues } from '../session/session-values.ts';
import { ApiError } from './api-error.ts';
import { call } from './client.ts';

const emptyHome = { newest: [], free: [], categories: [] };
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
