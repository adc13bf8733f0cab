/**
 * Sends every POST call of the product twice with one idempotency key, and aborts and repeats it: it takes effect once (security.md T34).
 */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import * as contract from '@shufang/contract';
import {
  CLIENT_KEY_HEADER,
  deviceInUse,
  type Envelope,
  loginResult,
  newId,
  OP_ID_HEADER,
  readActivationCode,
  TERMS_VERSION,
} from '@shufang/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEpub } from '../features/publication/testing/make-epub.ts';
import { type PreparedStatement, queryPrepared } from '../platform/database.ts';
import { adminRequests } from '../testing/admin-requests.ts';
import { codeRequests } from '../testing/code-requests.ts';
import { institutionRequests } from '../testing/institution-requests.ts';
import { orderRequests } from '../testing/order-requests.ts';
import { readerFeedbackRequests } from '../testing/reader-feedback-requests.ts';
import { secondFactorRequests } from '../testing/second-factor-requests.ts';
import { shelfRequests } from '../testing/shelf-requests.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from '../testing/test-server.ts';
import { createWireScenario, type DescribedCall, describedCalls, type WireScenario } from '../testing/wire-fixture.ts';
import { mintActivationCodes } from './cli/codes.ts';
import { sweepOnce } from './housekeeping.ts';

let shop: TestServer;
let wire: WireScenario;
let calls: DescribedCall[];
let bookId: string;
let uploadNumber = 0;
let countRows: PreparedStatement;

beforeAll(async () => {
  shop = await openTestServer();
  wire = createWireScenario(shop);
  calls = (await describedCalls(shop)).filter((call) => call.method === 'POST');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
  // Jobs are queued but no worker runs, so that all changes come from the calls.
  await shop.platform.jobs.start();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
  await prepareEffects();
}, 120_000);
afterAll(() => shop?.close());

interface ValidRequest {
  readonly as?: TestPerson;
  /** Body of the request: JSON, or a form with a file. */
  readonly body: object | FormData;
  /** Expected code of the first response, by default `success`. */
  readonly code?: string;
}

const PASSWORD = 'Zhe-shi-mima-2026';
const aUser = (role?: 'admin' | 'editor' | 'finance') => shop.person(wire.aTel(), role);
const withSelf = async (make: (user: TestPerson) => Promise<object>): Promise<ValidRequest> => {
  const user = await aUser();
  return { as: user, body: await make(user) };
};
const aCode = async (): Promise<string> => {
  const { data } = await mintActivationCodes.prepare(['--book', bookId, '--count', '1'])(shop.platform, () => undefined);
  const [code = ''] = (data as { codes: string[] }).codes;
  expect(readActivationCode(code)).toBeDefined();
  return code;
};
const form = (fields: Record<string, string>, bytes: Uint8Array, name: string): FormData => {
  const made = new FormData();
  for (const [field, value] of Object.entries(fields)) made.append(field, value);
  made.append('file', new Blob([Uint8Array.from(bytes)]), name);
  return made;
};
/** A picture of one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const anImport = async (as: TestPerson): Promise<string> => {
  uploadNumber += 1;
  const epub = makeEpub({
    metadata: `<dc:identifier id="id">i${uploadNumber}</dc:identifier><dc:title>书 ${uploadNumber}</dc:title><dc:language>zh-CN</dc:language>`,
  });
  const response = await send({ path: '/api/admin/import/create' }, { as, body: form({}, epub, 'book.epub') }, {});
  return (response.payload as { id: string }).id;
};
const ownCode = async (user: TestPerson): Promise<string> => {
  await shop.call('/api/user/phone/sendCode', { as: user, body: await wire.solvedCaptcha() });
  return String((await wire.outbox('sms')).findLast((entry) => entry['tel'] === user.tel)?.['code']);
};
const uploaded = async (user: TestPerson): Promise<string> => {
  const response = await send(
    { path: '/api/file/userFile/upload' },
    { as: user, body: form({}, Buffer.from('第一章 学而'), '笔记.txt') },
    {},
  );
  return (response.payload as { id: string }).id;
};

const aTicket = async (as: TestPerson): Promise<string> => {
  const { payload } = await shop.call<{ ticket: { id: string } }>('/api/ticket/create', {
    as,
    body: { topic: 'other', body: '打不开这一章' },
  });
  return payload?.ticket.id ?? '';
};

/** Valid requests by operation name. */
const requests: Readonly<Record<string, () => Promise<ValidRequest>>> = {
  sendSmsCode: async () => ({ body: { tel: wire.aTel(), type: 'login', ...(await wire.solvedCaptcha()) } }),
  sendSmsCodeAfterSlider: async () => ({ body: { tel: wire.aTel(), type: 'login', captcha: await wire.solvedSlider() } }),
  sendResetCode: async () => ({ body: { tel: (await aUser()).tel, type: 'resetPassword' } }),
  signInWithSmsCode: async () => {
    const tel = wire.aTel();
    return { body: { tel, code: await wire.smsCode(tel, 'login') } };
  },
  signInWithPassword: async () => {
    const { tel } = await aUser();
    return { body: { tel, password: await wire.encrypted('Ceshi-mima-2026'), ...(await wire.solvedCaptcha()) } };
  },
  signInWithPasswordAfterSlider: async () => {
    const { tel } = await aUser();
    return { body: { tel, password: await wire.encrypted('Ceshi-mima-2026'), captcha: await wire.solvedSlider() } };
  },
  signUp: async () => {
    const tel = wire.aTel();
    return { body: { tel, smsCode: await wire.smsCode(tel, 'binding'), password: await wire.encrypted(PASSWORD) } };
  },
  replaceDevice: async () => {
    const { tel } = await aUser();
    const asked = await send(
      { path: '/api/center-user/auth/login-by-tel' },
      { body: { tel, code: await wire.smsCode(tel, 'login'), ifSignedInElsewhere: 'ask' } },
      {},
    );
    return { body: { ticket: deviceInUse.parse(asked.payload).ticket } };
  },
  refreshSession: async () => {
    const tel = wire.aTel();
    const { payload } = await send(
      { path: '/api/center-user/auth/login-by-tel' },
      { body: { tel, code: await wire.smsCode(tel, 'login') } },
      {},
    );
    const { dpAuthToken, refresh_token } = loginResult.parse(payload);
    return { as: { id: '', tel, headers: { authorization: `dp-token ${dpAuthToken}` } }, body: { refresh_token } };
  },
  changePasswordBySms: async () => {
    const { tel } = await aUser();
    return { body: { tel, code: await wire.smsCode(tel, 'resetPassword'), password: await wire.encrypted(PASSWORD) } };
  },
  sendCodeToMe: () => withSelf(() => wire.solvedCaptcha()),
  changePhone: () =>
    withSelf(async (user) => {
      const tel = wire.aTel();
      return { oldCode: await ownCode(user), tel, code: await wire.smsCode(tel, 'binding') };
    }),
  revokeDevice: () =>
    withSelf(async (user) => {
      const { payload } = await shop.call<{ devices: { deviceType: string; signedInAt: number }[] }>('/api/my/devices', { as: user });
      const { deviceType = '', signedInAt = 0 } = payload?.devices[0] ?? {};
      return { deviceType, signedInAt };
    }),
  setUserInfo: () => withSelf(async () => ({ nickname: `新名字${newId().slice(-6)}` })),
  giveConsent: () => withSelf(async () => ({ version: TERMS_VERSION })),
  closeAccount: () => withSelf(async (user) => ({ code: await ownCode(user) })),
  startWechat: async () => ({ body: { proofHash: 'x'.repeat(43), returnTo: '/' }, code: 'account.wechatOff' }),
  finishWechat: async () => ({ body: { code: 'c', state: 's', proof: 'x'.repeat(22) }, code: 'account.wechatFailed' }),
  bindWechat: async () => {
    const tel = wire.aTel();
    return { body: { ticket: 't', tel, code: await wire.smsCode(tel, 'binding') }, code: 'account.wechatFailed' };
  },
  unbindWechat: () =>
    withSelf(async (user) => {
      await shop.platform.db.orm.execute(sql`insert into account_link values ('wechat', ${user.id}, ${user.id}, 0)`);
      return {};
    }),
  exportMyData: () => withSelf(async () => ({})),
  cancelAccountClosure: () =>
    withSelf(async (user) => {
      const closesAt = shop.platform.clock.now() + 86_400_000;
      await shop.platform.db.orm.execute(sql`update user_account set status = 'closing', closes_at = ${closesAt} where id = ${user.id}`);
      return {};
    }),
  deleteFile: () => withSelf(async (user) => ({ fileId: await uploaded(user) })),
  downloadFile: () => withSelf(async (user) => ({ fileId: await uploaded(user) })),
  uploadFile: async () => ({ as: await aUser(), body: form({}, Buffer.from('第一章 学而'), '笔记.txt') }),
  uploadImage: async () => ({ as: await aUser(), body: form({ purpose: 'image' }, PICTURE, '点.png') }),
  checkActivationCode: () => withSelf(async () => ({ code: await aCode() })),
  redeemActivationCode: () => withSelf(async () => ({ code: await aCode() })),
  createImport: async () => {
    uploadNumber += 1;
    return {
      as: await aUser('admin'),
      body: form({}, makeEpub({ chapters: [[`章 ${uploadNumber}`, '道可道，非常道。']] }), 'book.epub'),
    };
  },
  cancelImport: async () => {
    const as = await aUser('admin');
    return { as, body: { id: await anImport(as) } };
  },
  retryImport: async () => {
    const as = await aUser('admin');
    const id = await anImport(as);
    await shop.call('/api/admin/import/cancel', { as, body: { id } });
    return { as, body: { id } };
  },
  pushChanges: () =>
    withSelf(async () => ({
      deviceId: 'device0001',
      ops: [{ id: newId(), hlc: 'none', entity: 'preferences', entityId: 'reading', kind: 'put', fields: {} }],
    })),
  reportReading: () => withSelf(async () => ({ deviceId: 'device0001', days: [{ bookId, day: '2026-01-01', seconds: 60 }] })),
  exportNotes: () => withSelf(async () => ({ format: 'md' })),
  locateAnnotations: () => withSelf(async () => ({ bookId, items: [{ id: 'urn:example:1', target: { source: 'OEBPS/c1.xhtml' } }] })),
  ...secondFactorRequests({
    shop: () => shop,
    aUser,
    signIn: async (tel) => {
      const body = { tel, code: await wire.smsCode(tel, 'login') };
      return (await send({ path: '/api/center-user/auth/login-by-tel' }, { body }, {})).payload;
    },
  }),
  ...orderRequests(() => shop, aUser),
  ...institutionRequests({ shop: () => shop, aUser, bookId: () => bookId }),
  ...codeRequests({ shop: () => shop, aUser, bookId: () => bookId, aCode }),
  ...adminRequests({ shop: () => shop, aUser, bookId: () => bookId }),
  ...readerFeedbackRequests({ shop: () => shop, aUser, bookId: () => bookId }),
  ...shelfRequests(
    () => shop,
    aUser,
    () => bookId,
  ),
  createTicket: () => withSelf(async () => ({ topic: 'other', body: `怎样换一本书 ${newId()}？` })),
  replyToTicket: () => withSelf(async (user) => ({ ticketId: await aTicket(user), body: '还有一句' })),
  answerTicket: async () => ({ as: await aUser('admin'), body: { ticketId: await aTicket(await aUser()), body: '请刷新页面' } }),
  closeTicket: async () => ({ as: await aUser('admin'), body: { ticketId: await aTicket(await aUser()) } }),
  voteArticle: async () => ({ body: { manual: 'student', article: `a${newId().slice(-8)}`, useful: true } }),
  reportDeadCode: async () => ({ body: { code: newId().slice(-8), note: '第 12 页' } }),
};

/** Returns the body and the headers of a request. */
const encode = async ({ as, body }: ValidRequest, headers: Record<string, string>) => {
  const made = new Response(body instanceof FormData ? body : JSON.stringify(body));
  const type = body instanceof FormData ? (made.headers.get('content-type') ?? '') : 'application/json';
  return {
    payload: Buffer.from(await made.arrayBuffer()),
    headers: {
      host: APP_HOST,
      'x-device-id': 'device0001',
      [CLIENT_KEY_HEADER]: CLIENT_KEY,
      ...as?.headers,
      'content-type': type,
      ...headers,
    },
  };
};

const send = async ({ path }: Pick<DescribedCall, 'path'>, request: ValidRequest, headers: Record<string, string>): Promise<Envelope> => {
  const response = await shop.request({ method: 'POST', url: path, ...(await encode(request, headers)) });
  expect(response.statusCode, response.statusCode === 200 ? '' : shop.log().slice(-2_000)).toBe(200);
  return response.headers['content-type']?.toString().startsWith('application/json')
    ? response.json<Envelope>()
    : { code: 'success', message: '', payload: response.body };
};

/** Sends the whole request on its own socket and closes the socket before the response. */
const sendAndVanish = async (path: string, request: ValidRequest, sent: Record<string, string>): Promise<void> => {
  const { payload, headers } = await encode(request, sent);
  const socket = connect((shop.server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = Object.entries({ ...headers, 'content-length': String(payload.length) }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.write(payload, resolve));
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
};

/**
 * Tables whose rows are not counted as effects: `repeated_request` holds the idempotency keys themselves, and `unclaimed_object` has one
 * row for each content, however often it is stored.
 */
const NO_EFFECT = new Set(['repeated_request', 'unclaimed_object']);

/** Prepares `effects`: the statement that counts the rows of each table is planned once, because the plan takes longer than the counting. */
const prepareEffects = async (): Promise<void> => {
  const { rows } = await shop.platform.db.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [[...NO_EFFECT]],
  );
  const text = rows.map(({ name }) => `select '${name}' as name, count(*) as count from "${name}"`).join(' union all ');
  countRows = { name: 'effects', text };
};

/** Returns the number of rows of each table and of sent messages. */
const effects = async (): Promise<Record<string, number>> => {
  const rows = await queryPrepared<{ name: string; count: number }>(shop.platform.db.orm, countRows, []);
  const messages = (await wire.outbox('sms')).length;
  return { ...Object.fromEntries(rows.map((row) => [row.name, row.count])), messages };
};
const difference = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) => (count === before[name] ? [] : [[name, count - (before[name] ?? 0)]])),
  );

/** Waits for effects that some calls complete after their response, such as the message to a registered phone number. */
const settled = async (before: Record<string, number>, expected: Record<string, number>): Promise<Record<string, number>> => {
  await expect.poll(async () => difference(before, await effects()), { timeout: 15_000 }).toEqual(expected);
  return difference(before, await effects());
};

/** Secret that identifies the anonymous client (`CLIENT_KEY_HEADER`). */
const CLIENT_KEY = 'secret-of-this-client-1';

const aName = (): Record<string, string> => ({ [OP_ID_HEADER]: `w-${newId()}` });

/** Moves the clock by an hour, which resets the rate limits, and runs the sweeps, so that no later call deletes expired rows. */
const anHourLater = async (): Promise<void> => {
  shop.platform.advanceClock?.(3_600_000);
  await sweepOnce(shop.platform);
};

/** Calls that end the caller's own session, so that the second request is not signed in. */
const ENDS_SESSION = new Set(['closeAccount', 'revokeDevice']);
/** Admin calls by POST that change nothing. */
const LOOKS_ONLY = new Set(['findClaimedCodes']);
/** Calls that return bytes or carry their own idempotency keys. */
const REPEATS_SAFELY = new Set(['pushChanges', 'exportNotes', 'locateAnnotations', 'downloadFile']);

/** Waits for the message to a registered phone number, which is sent after the response. */
const messageHasLeft = async (call: { name: string }, before: Record<string, number>): Promise<void> => {
  if (call.name !== 'sendResetCode') return;
  await expect.poll(async () => (await effects())['messages'], { timeout: 15_000 }).toBe((before['messages'] ?? 0) + 1);
};

/** Calls whose responses carry credentials: they are not stored, and the second request is rejected. */
const NEVER_REPLAYED = new Set(
  Object.values<unknown>(contract).flatMap((each) =>
    typeof each === 'object' && each !== null && 'replay' in each && each.replay === 'never' && 'name' in each ? [each.name] : [],
  ),
);

/** Returns the expected second response of a call, given the first one. */
const likeFirst = (call: { name: string }, first: { code: string }): unknown => {
  if (NEVER_REPLAYED.has(call.name)) return expect.objectContaining({ code: 'request.alreadyUsed', payload: null });
  return ENDS_SESSION.has(call.name) ? expect.objectContaining({ code: expect.stringMatching(/^(requestLogin|success)$/) }) : first;
};

describe('every POST call', () => {
  it('has a valid request in this test', () => {
    expect(calls.length).toBeGreaterThan(8);
    // Payment notifications have their own keys (payment-load.test.ts); codes are delivered only once
    // (code-batches.test.ts); reading a photo changes nothing, and each read of a document
    // is an audit event (applications.test.ts).
    const unknown = calls
      .map((call) => call.name)
      .filter(
        (name) =>
          !(name in requests) &&
          !/^(?:\/test\/|notify|exportCodeBatch$|exportAllOrders$|getClaimPhoto$|readProof$|readInvoice$|downloadBookMaterial$)/.test(name),
      );
    expect(unknown).toEqual([]);
  });

  it('sent twice with one key, or aborted and repeated, takes effect once', async () => {
    for (const call of calls) {
      const make = requests[call.name];
      if (make === undefined) continue;
      await anHourLater();
      const request = await make();
      const code = request.code ?? 'success';
      const name = aName();
      const before = await effects();
      const first = await send(call, request, name);
      expect(first.code, call.name).toBe(code);
      await messageHasLeft(call, before);
      const once = difference(before, await effects());
      const isAudited = call.path.startsWith('/api/admin/') && !LOOKS_ONLY.has(call.name);
      expect.soft(isAudited ? (once['audit_event'] ?? 0) : 1, `${call.name} leaves a line in the log`).toBeGreaterThanOrEqual(1);

      const second = await send(call, request, name);
      expect(REPEATS_SAFELY.has(call.name) ? first : second, call.name).toEqual(likeFirst(call, first));
      expect(difference(before, await effects()), `${call.name} twice`).toEqual(once);

      await anHourLater();
      const cut = await make();
      const cutName = aName();
      const beforeCut = await effects();
      await sendAndVanish(call.path, cut, cutName);
      const again = await send(call, cut, cutName);
      // The aborted request may have run or not. If it ran, the second request of a call that is never replayed is rejected; otherwise it
      // runs now.
      const isDoneNow = NEVER_REPLAYED.has(call.name) && again.code === code;
      expect(again, call.name).toEqual(isDoneNow ? again : likeFirst(call, { ...again, code }));
      expect(await settled(beforeCut, once), `${call.name} cut`).toEqual(once);
    }
  }, 240_000);

  it('with the key of another input is rejected, and an invalid key is reported', async () => {
    const as = await aUser();
    const call = { path: '/api/code/check' };
    const name = aName();
    const first = await send(call, { as, body: { code: 'AAAA-AAAA-AAAA-AAAA' } }, name);
    expect(first.code).toMatch(/^commerce\./);
    expect((await send(call, { as, body: { code: 'BBBB-BBBB-BBBB-BBBB' } }, name)).code).toBe('request.opIdReused');
    for (const bad of ['short', 'x'.repeat(65), '有中文的名字有中文的名字有中文的名字'].map((text) =>
      encodeURIComponent(text).slice(0, 70),
    )) {
      const response = await send(call, { as, body: { code: 'AAAA-AAAA-AAAA-AAAA' } }, { [OP_ID_HEADER]: bad });
      expect(response).toMatchObject({ code: 'request.invalid', message: expect.stringContaining('有误') });
    }
  });
});
