/** Every POST call of the product sent twice under one name, and cut half way and sent again: done once (security.md T34). */
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { type Envelope, newId, OP_ID_HEADER, readActivationCode, TERMS_VERSION } from '@shufang/contract';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeEpub } from '../features/media/testing/make-epub.ts';
import { mintActivationCodes } from './cli/codes.ts';
import { sweepOnce } from './housekeeping.ts';
import { codeWishes } from './testing/code-wishes.ts';
import { deskWishes } from './testing/desk-wishes.ts';
import { institutionWishes } from './testing/institution-wishes.ts';
import { orderWishes } from './testing/order-wishes.ts';
import { readersSayWishes } from './testing/readers-say-wishes.ts';
import { shelfWishes } from './testing/shelf-wishes.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';
import { createWireScene, type DescribedCall, describedCalls, type WireScene } from './testing/wire-scene.ts';

let shop: TestServer;
let scene: WireScene;
let calls: DescribedCall[];
let bookId: string;
let uploadNumber = 0;

beforeAll(async () => {
  shop = await openTestServer();
  scene = createWireScene(shop);
  calls = (await describedCalls(shop)).filter((call) => call.method === 'POST');
  bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 0 });
  // Queued, and nobody works on it: what a call does is all that changes.
  await shop.platform.jobs.start();
  await shop.server.listen({ port: 0, host: '127.0.0.1' });
}, 120_000);
afterAll(() => shop?.close());

interface Wish {
  readonly as?: TestPerson;
  /** JSON, or a form with a file in it. */
  readonly body: object | FormData;
  /** What the first answer is: success unless told. */
  readonly code?: string;
}

const PASSWORD = 'Zhe-shi-mima-2026';
const aPerson = (role?: 'admin' | 'editor' | 'finance') => shop.person(scene.aTel(), role);
const withSelf = async (make: (person: TestPerson) => Promise<object>): Promise<Wish> => {
  const person = await aPerson();
  return { as: person, body: await make(person) };
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
/** The smallest picture: one pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
const anImport = async (as: TestPerson): Promise<string> => {
  uploadNumber += 1;
  const epub = makeEpub({
    metadata: `<dc:identifier id="id">i${uploadNumber}</dc:identifier><dc:title>书 ${uploadNumber}</dc:title><dc:language>zh-CN</dc:language>`,
  });
  const answer = await send({ path: '/api/admin/import/create' }, { as, body: form({}, epub, 'book.epub') }, {});
  return (answer.payload as { id: string }).id;
};
const ownCode = async (person: TestPerson): Promise<string> => {
  await shop.call('/api/user/phone/sendCode', { as: person, body: await scene.solvedCaptcha() });
  return String((await scene.outbox('sms')).findLast((entry) => entry['tel'] === person.tel)?.['code']);
};
const uploaded = async (person: TestPerson): Promise<string> => {
  const answer = await send(
    { path: '/api/file/userFile/upload' },
    { as: person, body: form({}, Buffer.from('第一章 学而'), '笔记.txt') },
    {},
  );
  return (answer.payload as { id: string }).id;
};

const aTicket = async (as: TestPerson): Promise<string> => {
  const { payload } = await shop.call<{ ticket: { id: string } }>('/api/ticket/create', {
    as,
    body: { topic: 'other', body: '打不开这一章' },
  });
  return payload?.ticket.id ?? '';
};

/** A wish that makes sense, by the name of its operation. */
const wishes: Readonly<Record<string, () => Promise<Wish>>> = {
  sendSmsCode: async () => ({ body: { tel: scene.aTel(), type: 'login', ...(await scene.solvedCaptcha()) } }),
  sendSmsCodeAfterSlider: async () => ({ body: { tel: scene.aTel(), type: 'login', captcha: await scene.solvedSlider() } }),
  sendResetCode: async () => ({ body: { tel: (await aPerson()).tel, type: 'resetPassword' } }),
  signInWithSmsCode: async () => {
    const tel = scene.aTel();
    return { body: { tel, code: await scene.smsCode(tel, 'login') } };
  },
  signInWithPassword: async () => {
    const { tel } = await aPerson();
    return { body: { tel, password: await scene.encrypted('Ceshi-mima-2026'), ...(await scene.solvedCaptcha()) } };
  },
  signInWithPasswordAfterSlider: async () => {
    const { tel } = await aPerson();
    return { body: { tel, password: await scene.encrypted('Ceshi-mima-2026'), captcha: await scene.solvedSlider() } };
  },
  signUp: async () => {
    const tel = scene.aTel();
    return { body: { tel, smsCode: await scene.smsCode(tel, 'binding'), password: await scene.encrypted(PASSWORD) } };
  },
  changePasswordBySms: async () => {
    const { tel } = await aPerson();
    return { body: { tel, code: await scene.smsCode(tel, 'resetPassword'), password: await scene.encrypted(PASSWORD) } };
  },
  sendCodeToMe: () => withSelf(() => scene.solvedCaptcha()),
  changePhone: () =>
    withSelf(async (person) => {
      const tel = scene.aTel();
      return { oldCode: await ownCode(person), tel, code: await scene.smsCode(tel, 'binding') };
    }),
  revokeDevice: () =>
    withSelf(async (person) => {
      const { payload } = await shop.call<{ devices: { deviceType: string; signedInAt: number }[] }>('/api/my/devices', { as: person });
      const { deviceType = '', signedInAt = 0 } = payload?.devices[0] ?? {};
      return { deviceType, signedInAt };
    }),
  setUserInfo: () => withSelf(async () => ({ nickname: `新名字${newId().slice(-6)}` })),
  giveConsent: () => withSelf(async () => ({ version: TERMS_VERSION })),
  closeAccount: () => withSelf(async (person) => ({ code: await ownCode(person) })),
  startWechat: async () => ({ body: { proofHash: 'x'.repeat(43), returnTo: '/' }, code: 'account.wechatOff' }),
  finishWechat: async () => ({ body: { code: 'c', state: 's', proof: 'x'.repeat(22) }, code: 'account.wechatOff' }),
  bindWechat: async () => {
    const tel = scene.aTel();
    return { body: { ticket: 't', tel, code: await scene.smsCode(tel, 'binding') }, code: 'account.wechatFailed' };
  },
  unbindWechat: () =>
    withSelf(async (person) => {
      await shop.platform.db.orm.execute(sql`insert into account_link values ('wechat', ${person.id}, ${person.id}, 0)`);
      return {};
    }),
  exportMyData: () => withSelf(async () => ({})),
  keepAccount: () =>
    withSelf(async (person) => {
      const closesAt = shop.platform.clock.now() + 86_400_000;
      await shop.platform.db.orm.execute(sql`update user_account set status = 'closing', closes_at = ${closesAt} where id = ${person.id}`);
      return {};
    }),
  deleteFile: () => withSelf(async (person) => ({ fileId: await uploaded(person) })),
  downloadFile: () => withSelf(async (person) => ({ fileId: await uploaded(person) })),
  uploadFile: async () => ({ as: await aPerson(), body: form({}, Buffer.from('第一章 学而'), '笔记.txt') }),
  uploadImage: async () => ({ as: await aPerson(), body: form({ purpose: 'image' }, PICTURE, '点.png') }),
  checkActivationCode: () => withSelf(async () => ({ code: await aCode() })),
  redeemActivationCode: () => withSelf(async () => ({ code: await aCode() })),
  createImport: async () => {
    uploadNumber += 1;
    return {
      as: await aPerson('admin'),
      body: form({}, makeEpub({ chapters: [[`章 ${uploadNumber}`, '道可道，非常道。']] }), 'book.epub'),
    };
  },
  cancelImport: async () => {
    const as = await aPerson('admin');
    return { as, body: { id: await anImport(as) } };
  },
  retryImport: async () => {
    const as = await aPerson('admin');
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
  ...orderWishes(() => shop, aPerson),
  ...institutionWishes({ shop: () => shop, aPerson, bookId: () => bookId }),
  ...codeWishes({ shop: () => shop, aPerson, bookId: () => bookId, aCode }),
  ...deskWishes({ shop: () => shop, aPerson, bookId: () => bookId }),
  ...readersSayWishes({ shop: () => shop, aPerson, bookId: () => bookId }),
  ...shelfWishes(
    () => shop,
    aPerson,
    () => bookId,
  ),
  createTicket: () => withSelf(async () => ({ topic: 'other', body: `怎样换一本书 ${newId()}？` })),
  replyToTicket: () => withSelf(async (person) => ({ ticketId: await aTicket(person), body: '还有一句' })),
  answerTicket: async () => ({ as: await aPerson('admin'), body: { ticketId: await aTicket(await aPerson()), body: '请刷新页面' } }),
  closeTicket: async () => ({ as: await aPerson('admin'), body: { ticketId: await aTicket(await aPerson()) } }),
  voteArticle: async () => ({ body: { manual: 'student', article: `a${newId().slice(-8)}`, useful: true } }),
  reportDeadCode: async () => ({ body: { code: newId().slice(-8), note: '第 12 页' } }),
};

/** Body and headers as they leave. */
const encode = async ({ as, body }: Wish, headers: Record<string, string>) => {
  const made = new Response(body instanceof FormData ? body : JSON.stringify(body));
  const type = body instanceof FormData ? (made.headers.get('content-type') ?? '') : 'application/json';
  return {
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { host: APP_HOST, 'x-device-id': 'device0001', ...as?.headers, 'content-type': type, ...headers },
  };
};

const send = async ({ path }: Pick<DescribedCall, 'path'>, wish: Wish, headers: Record<string, string>): Promise<Envelope> => {
  const answer = await shop.request({ method: 'POST', url: path, ...(await encode(wish, headers)) });
  expect(answer.statusCode, answer.statusCode === 200 ? '' : shop.log().slice(-2_000)).toBe(200);
  return answer.headers['content-type']?.toString().startsWith('application/json')
    ? answer.json<Envelope>()
    : { code: 'success', message: '', payload: answer.body };
};

/** Sends the whole request on a socket of its own and is gone before the answer. */
const sendAndVanish = async (path: string, wish: Wish, sent: Record<string, string>): Promise<void> => {
  const { payload, headers } = await encode(wish, sent);
  const socket = connect((shop.server.server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = Object.entries({ ...headers, 'content-length': String(payload.length) }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.write(payload, resolve));
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
};

/** What is kept of the names themselves, and notes for the sweep of objects, which go by content: no effects. */
const NO_EFFECT = new Set(['repeated_request', 'unclaimed_object']);

/** How many rows each table has, and how many messages went out. */
const effects = async (): Promise<Record<string, number>> => {
  const { rows: tables } = await shop.platform.db.orm.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  );
  const names = tables.map((row) => row.name).filter((name) => !NO_EFFECT.has(name));
  const counted = names.map((name) => sql`select ${name} as name, count(*) as count from ${sql.identifier(name)}`);
  const { rows } = await shop.platform.db.orm.execute<{ name: string; count: number }>(sql.join(counted, sql` union all `));
  const messages = (await scene.outbox('sms')).length;
  return { ...Object.fromEntries(rows.map((row) => [row.name, row.count])), messages };
};
const difference = (before: Record<string, number>, after: Record<string, number>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) => (count === before[name] ? [] : [[name, count - (before[name] ?? 0)]])),
  );

/** What some calls begin and do not wait for: the message to a number that somebody has. */
const settled = async (before: Record<string, number>, expected: Record<string, number>): Promise<Record<string, number>> => {
  await expect.poll(async () => difference(before, await effects()), { timeout: 15_000 }).toEqual(expected);
  return difference(before, await effects());
};

const aName = (): Record<string, string> => ({ [OP_ID_HEADER]: `w-${newId()}` });

/** Budgets are fresh, and nothing is left that a call would sweep out by the way. */
const anHourLater = async (): Promise<void> => {
  shop.platform.advanceClock?.(3_600_000);
  await sweepOnce(shop.platform);
};

/** Calls that end the caller's own session: sent again they meet a closed door. */
const ENDS_SESSION = new Set(['closeAccount', 'revokeDevice']);
/** Calls of the desk by POST that change nothing for anybody. */
const LOOKS_ONLY = new Set(['findClaimedCodes']);
/** Answer bytes, or carry names of their own. */
const REPEATS_SAFELY = new Set(['pushChanges', 'exportNotes', 'locateAnnotations', 'downloadFile']);

/** The message to a number that somebody has leaves after the answer. */
const messageHasLeft = async (call: { name: string }, before: Record<string, number>): Promise<void> => {
  if (call.name !== 'sendResetCode') return;
  await expect.poll(async () => (await effects())['messages'], { timeout: 15_000 }).toBe((before['messages'] ?? 0) + 1);
};

/** What the second answer must be. */
const likeFirst = (call: { name: string }, first: { code: string }): unknown =>
  ENDS_SESSION.has(call.name) ? expect.objectContaining({ code: expect.stringMatching(/^(requestLogin|success)$/) }) : first;

describe('every POST call', () => {
  it('has a wish in this test', () => {
    expect(calls.length).toBeGreaterThan(8);
    // Notifications of payments have numbers of their own (payment-storm.test.ts); codes leave once, whoever asks again
    // (code-batches.test.ts); a photo is only looked at, and each look at a paper
    // stands in the log (applications.test.ts).
    const unknown = calls
      .map((call) => call.name)
      .filter(
        (name) =>
          !(name in wishes) &&
          !/^(?:\/test\/|notify|exportCodeBatch$|exportAllOrders$|getClaimPhoto$|readProof$|readInvoice$|downloadBookMaterial$)/.test(name),
      );
    expect(unknown).toEqual([]);
  });

  it('sent twice under one name, or cut and sent again, is done once', async () => {
    for (const call of calls) {
      const make = wishes[call.name];
      if (make === undefined) continue;
      await anHourLater();
      const wish = await make();
      const code = wish.code ?? 'success';
      const name = aName();
      const before = await effects();
      const first = await send(call, wish, name);
      expect(first.code, call.name).toBe(code);
      await messageHasLeft(call, before);
      const once = difference(before, await effects());
      const isAct = call.path.startsWith('/api/admin/') && !LOOKS_ONLY.has(call.name);
      expect.soft(isAct ? (once['audit_act'] ?? 0) : 1, `${call.name} leaves a line in the log`).toBeGreaterThanOrEqual(1);

      const second = await send(call, wish, name);
      expect(REPEATS_SAFELY.has(call.name) ? first : second, call.name).toEqual(likeFirst(call, first));
      expect(difference(before, await effects()), `${call.name} twice`).toEqual(once);

      await anHourLater();
      const cut = await make();
      const cutName = aName();
      const beforeCut = await effects();
      await sendAndVanish(call.path, cut, cutName);
      const again = await send(call, cut, cutName);
      expect(again, call.name).toEqual(likeFirst(call, { ...again, code }));
      expect(await settled(beforeCut, once), `${call.name} cut`).toEqual(once);
    }
  }, 240_000);

  it('under one name with another input is refused, and a name nobody makes is told', async () => {
    const as = await aPerson();
    const call = { path: '/api/code/check' };
    const name = aName();
    const first = await send(call, { as, body: { code: 'AAAA-AAAA-AAAA-AAAA' } }, name);
    expect(first.code).toMatch(/^commerce\./);
    expect((await send(call, { as, body: { code: 'BBBB-BBBB-BBBB-BBBB' } }, name)).code).toBe('request.opIdReused');
    for (const bad of ['short', 'x'.repeat(65), '有中文的名字有中文的名字有中文的名字'].map((text) =>
      encodeURIComponent(text).slice(0, 70),
    )) {
      const answer = await send(call, { as, body: { code: 'AAAA-AAAA-AAAA-AAAA' } }, { [OP_ID_HEADER]: bad });
      expect(answer).toMatchObject({ code: 'request.invalid', message: expect.stringContaining('有误') });
    }
  });
});
