import * as contract from '@shufang/contract';
import { getHome, getUserInfo, type Operation, operation, pushChanges, sendResetCode, signInWithSmsCode } from '@shufang/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
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
const respondWith = (response: () => Promise<Response> | Response): void => {
  vi.stubGlobal('fetch', async () => response());
};

afterEach(() => vi.unstubAllGlobals());

describe('a request', () => {
  it('has the headers of the device, and of the user only with a session', async () => {
    const { asked } = stubCalls(succeed(getHome, emptyHome));
    await call(getHome, {});
    sessionValues.dpAuth.store({ token: 'T' });
    await call(getHome, {});
    expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([null, 'dp-token T']);
    expect(asked[0]?.headers.get('x-device-code')).toBe('web');
    expect(asked[0]?.headers.get('x-device-id')).toMatch(/^[0-9a-z]{6,32}$/);
    expect(asked[1]?.headers.get('x-device-id')).toBe(asked[0]?.headers.get('x-device-id'));
  });

  it('sends sign-in calls as a form and structured bodies as JSON', async () => {
    const { asked } = stubCalls();
    await failureOf(call(signInWithSmsCode, { tel: '13800000001', code: '123456', autoRegister: true }));
    await failureOf(call(pushChanges, { deviceId: 'abcdef', ops: [{ id: 1 }] }));
    expect(asked[0]?.fields).toEqual({ tel: '13800000001', code: '123456', autoRegister: 'true' });
    expect(asked[0]?.headers.get('content-type')).toBeNull();
    expect(asked[1]?.fields).toEqual({ deviceId: 'abcdef', ops: [{ id: 1 }] });
  });
});

describe('a response', () => {
  it('is parsed from payLoad where only the inherited spelling exists', async () => {
    const inherited = operation({
      name: 'inherited',
      method: 'GET',
      path: '/x',
      summary: '',
      permission: 'browse',
      input: z.object({}),
      output: z.object({ a: z.number() }),
    });
    respondWith(() => Response.json({ code: 'success', message: '', payLoad: { a: 1 } }));
    await expect(call(inherited, {})).resolves.toEqual({ a: 1 });
  });

  it('shows the message of the server for 5 s', async () => {
    const shown: Broadcasts['toast'][] = [];
    const stop = onBroadcast('toast', (toast) => shown.push(toast));
    stubCalls(succeed(getHome, emptyHome, '已保存'));
    await call(getHome, {});
    stop();
    expect(shown).toEqual([{ kind: 'success', text: '已保存', timeoutMs: 5_000 }]);
  });

  it('that is a refusal throws its code and message', async () => {
    stubCalls(refuse(getUserInfo, 'requestLogin', '请先登录'));
    await expect(failureOf(call(getUserInfo, {}))).resolves.toMatchObject({ kind: 'refused', code: 'requestLogin', message: '请先登录' });
  });

  it.each([
    ['no response', () => Promise.reject(new TypeError('failed to fetch')), 'network'],
    ['a server error', () => Response.json({ code: 'internal', message: '系统有点忙', payload: null }, { status: 500 }), 'busy'],
    ['an error page of a proxy', () => new Response('<h1>Bad gateway</h1>', { status: 502 }), 'busy'],
    ['text that is not an envelope', () => new Response('<html>', { status: 200 }), 'unreadable'],
    ['a payload outside the contract', () => Response.json({ code: 'success', message: '', payload: { newest: 1 } }), 'unreadable'],
  ] as const)('is converted to the matching kind of error: %s', async (_what, response, kind) => {
    respondWith(response);
    await expect(failureOf(call(getHome, {}))).resolves.toMatchObject({ kind, operationName: 'getHome' });
  });

  it('that does not arrive in time throws a timeout', async () => {
    vi.stubGlobal(
      'fetch',
      (_address: string, init: RequestInit) =>
        new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(init.signal?.reason))),
    );
    await expect(failureOf(call(getHome, {}, { timeoutMs: 5 }))).resolves.toMatchObject({ kind: 'timeout' });
  });

  it('that takes longer than 20 s is aborted unless the call has its own timeout', async () => {
    const passed = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(passed.signal);
    vi.stubGlobal(
      'fetch',
      (_address: string, init: RequestInit) =>
        new Promise((_resolve, reject) => {
          init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
          passed.abort(new DOMException('late', 'TimeoutError'));
        }),
    );
    await expect(failureOf(call(getHome, {}))).resolves.toMatchObject({ kind: 'timeout' });
    expect(timeout.mock.calls).toEqual([[20_000]]);
    timeout.mockRestore();
  });

  it('of an aborted call is not an error', async () => {
    const leaving = new AbortController();
    vi.stubGlobal('fetch', async () => {
      leaving.abort();
      throw leaving.signal.reason;
    });
    await expect(call(getHome, {}, { signal: leaving.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('the body of a POST call', () => {
  /**
   * Paths of the POST calls whose bodies the specification requires to be form-urlencoded (specification.md §7). Uploads are missing,
   * because their bodies are multipart.
   */
  const SPECIFIED = [
    '/api/file/userFile/download',
    '/api/user/userInfo/set',
    '/api/center-user/auth/sendSmsCodeRequireCaptcha',
    '/api/center-user/auth/sendSmsCodeRequireCaptchaAliyun',
    '/api/center-user/auth/login-by-tel',
    '/api/center-user/auth/loginByPasswordRequireCaptcha',
    '/api/center-user/auth/loginByPasswordRequireCaptchaAliyun',
    '/api/center-user/auth/registByTelEncrypt',
    '/api/center-user/auth/send-sms-code',
    '/api/center-user/auth/change-password-by-sms',
  ];
  const sentBy = async (declared: Operation, input: object): Promise<unknown> => {
    let body: unknown;
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      body = init.body;
      return Response.json({ code: 'forbidden', message: '句子', payload: null });
    });
    await failureOf(call(declared, input));
    return body;
  };

  it.each(SPECIFIED)('of %s is form-urlencoded, as specified', async (path) => {
    const declared = (Object.values(contract) as unknown[]).find(
      (entry): entry is Operation => typeof entry === 'object' && entry !== null && 'path' in entry && entry.path === path,
    );
    expect(declared).toBeDefined();
    expect(await sentBy(declared as Operation, { a: '1 & 2', nested: { b: null } })).toEqual(
      new URLSearchParams({ a: '1 & 2', nested: '{"b":null}' }),
    );
  });

  it('is JSON where our own call has a structured body', async () => {
    expect(await sentBy(pushChanges, { deviceId: 'abcdef', ops: [] })).toBe('{"deviceId":"abcdef","ops":[]}');
  });
});

describe('a POST call', () => {
  const names = (asked: { headers: Headers }[]) => asked.map(({ headers }) => headers.get('x-op-id'));
  const reset = { tel: '13800000001', type: 'resetPassword' } as const;

  /** Stubs `fetch`: each request gets the next of `responses`. Returns the list to which the idempotency key of each request is added. */
  const network = (...responses: (() => Promise<Response> | Response)[]): string[] => {
    const sent: string[] = [];
    vi.stubGlobal('fetch', async (_address: string, init: RequestInit) => {
      sent.push(new Headers(init.headers).get('x-op-id') ?? '');
      return responses.shift()?.() ?? Response.json({ code: 'account.smsCodeWrong', message: '句子', payload: null });
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

  it('has an idempotency key; a GET call and a call with ids of its own have none', async () => {
    const { asked } = stubCalls(succeed(getHome, emptyHome));
    await failureOf(call(sendResetCode, reset));
    await failureOf(call(sendResetCode, reset));
    await failureOf(call(pushChanges, { deviceId: 'abcdef', ops: [] }));
    await call(getHome, {});
    const [first, second, ...others] = names(asked);
    expect(first).toMatch(/^[0-9A-Za-z_-]{16,64}$/);
    expect(second).toMatch(/^[0-9A-Za-z_-]{16,64}$/);
    expect(second).not.toBe(first);
    expect(others).toEqual([null, null]);
  });

  it('whose response carries credentials has a new key each time, and every call with a key sends the client key', async () => {
    const sent = network(cut, cut);
    const login = { tel: '13800000001', code: '123456', autoRegister: true };
    for (let n = 0; n < 3; n += 1) await failureOf(call(signInWithSmsCode, login));
    expect(new Set(sent).size).toBe(3);
    const { asked } = stubCalls(succeed(getHome, emptyHome));
    await failureOf(call(sendResetCode, reset));
    await call(getHome, {});
    const [named, read] = asked.map(({ headers }) => headers.get('x-client-key'));
    expect(named).toMatch(/^[0-9a-f]{64}$/);
    expect(named).not.toContain(asked[0]?.headers.get('x-device-id') ?? '');
    expect(read).toBeNull();
  });

  it('without a response keeps its key until one arrives', async () => {
    const busy = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
    const running = () => Response.json({ code: 'request.inProgress', message: '句子', payload: null });
    const sent = network(cut, brokenOff, busy, running);
    const kinds: string[] = [];
    for (let n = 0; n < 6; n += 1) kinds.push((await failureOf(call(sendResetCode, reset))).kind);
    expect(kinds).toEqual(['network', 'network', 'busy', 'refused', 'refused', 'refused']);
    expect(new Set(sent.slice(0, 5)).size).toBe(1);
    expect(sent[5]).not.toBe(sent[4]);
  });

  it('with another input has another key, and a final response ends the use of all keys of the operation', async () => {
    const sent = network(cut);
    await failureOf(call(sendResetCode, reset));
    await failureOf(call(sendResetCode, { ...reset, tel: '13800000002' }));
    await failureOf(call(sendResetCode, reset));
    expect(new Set(sent).size).toBe(3);
  });

  it('has a new key ten minutes after the failure', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const sent = network(cut, cut, cut);
    await failureOf(call(sendResetCode, reset));
    vi.setSystemTime(Date.now() + 599_000);
    await failureOf(call(sendResetCode, reset));
    vi.setSystemTime(Date.now() + 1_000);
    await failureOf(call(sendResetCode, reset));
    vi.useRealTimers();
    expect(sent[1]).toBe(sent[0]);
    expect(sent[2]).not.toBe(sent[0]);
  });
});
