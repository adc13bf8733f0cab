/**
 * Fuzz test of every route of the OpenAPI document with valid, invalid and malicious requests of each kind of caller: no internal error,
 * every response as declared, every error message in Chinese, and no change of data by a rejected call (security.md §5). A failure prints
 * the seed; `FUZZ_SEED` and `FUZZ_CALLS` set the seed and the number of calls.
 */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { scaled } from '../platform/testing/load-scale.ts';
import { assignmentFields } from '../testing/assignment-objects.ts';
import { aRequest, createDice, type Dice, type HostileRequest } from '../testing/malicious-requests.ts';
import { APP_HOST, openTestServer, type TestServer, type TestUser } from '../testing/test-server.ts';
import { type DescribedCall, describedCalls } from '../testing/wire-fixture.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
/** With fewer than 100 calls of each operation, too few operations succeed once for the assertion at the end. */
const CALLS = Number(process.env['FUZZ_CALLS'] ?? Math.max(120, scaled(300)));
const CHINESE = /[\u4e00-\u9fff]/;

let shop: TestServer;
let known: Record<string, readonly unknown[]>;
let calls: DescribedCall[];
beforeAll(async () => {
  shop = await openTestServer({ TEST_CLOCK: '0', SMS_PER_HOUR: '100000' });
  await shop.platform.jobs.start();
  const bookId = await shop.book({});
  const paid = await shop.book(
    { metadata: '<dc:identifier id="id">p</dc:identifier><dc:title>付费书</dc:title><dc:language>zh-CN</dc:language>' },
    { publish: true, accessModel: 'paid', priceFen: 100, trialChapters: 0 },
  );
  known = {
    bookId: [bookId, paid, '01m7z00000000000000000000a'],
    bookIds: [[paid], [bookId, paid]],
    tel: ['13911110001', '13911110002', '12345', '１３９１１１１０００１'],
    type: ['login', 'binding', 'resetPassword'],
    q: ['论语', 'a', '%', '学 而'],
    minutes: ['20', '0', '-5', '99', 'x'],
    code: ['123456', '000000', 'AAAA-AAAA-AAAA-AAAA'],
    deviceId: ['device0001'],
    versionCode: ['1.0.0', '0.0.1'],
    cursor: ['!!!', 'eyJhIjoxfQ', ''],
    rev: [0, 1],
    reason: ['测试', ''],
  };
  calls = await describedCalls(shop);
  await watchRows();
}, 120_000);
afterAll(() => shop?.close());

/** Maximum number of values that are stored for a field name, for use in later requests; the newest are retained. */
const LEARNED_MAX = 6;
const learned = new Map<string, Map<string, readonly unknown[]>>();

/** Returns the object type of an operation: `collection` in /api/admin/collection/save. */
const subjectOf = ({ path }: DescribedCall): string => path.split('/').at(-2) ?? '';

/** Stores the ids and numbers in a response, so that later calls of operations on the same type of object name existing objects. */
const learn = (subject: string, response: unknown): void => {
  if (typeof response !== 'object' || response === null) return;
  const values = learned.get(subject) ?? new Map<string, readonly unknown[]>();
  learned.set(subject, values);
  for (const [name, value] of Object.entries(response)) {
    learn(subject, value);
    if (typeof value !== 'string' || !/^(?:id|no|.*Id|sha256|version|label)$/.test(name)) continue;
    values.set(name, [...new Set([value, ...(values.get(name) ?? [])])].slice(0, LEARNED_MAX));
  }
};

/**
 * Changes (table and statement) that a rejected call may make: one-time codes and counted attempts are used up, and the last access is
 * recorded.
 */
const SPENT_BY_REFUSALS: readonly string[] = [
  'captcha_challenge DELETE',
  'sent_code UPDATE',
  'sent_code DELETE',
  'password_nonce INSERT',
  'password_nonce DELETE',
  'session UPDATE',
  'idempotent_request INSERT',
  'idempotent_request UPDATE',
  'idempotent_request DELETE',
];
/**
 * Changes (table and statement) that are not attributed to a call, because they are written after its response, possibly during a later
 * call.
 */
const WRITTEN_BEHIND: readonly string[] = ['search_word INSERT', 'search_word UPDATE', 'search_miss INSERT', 'search_miss UPDATE'];

/** Creates triggers that record every changed row of every table, in the same transaction. */
const watchRows = async (): Promise<void> => {
  await shop.platform.db.pool.query(`
    create schema watch;
    create table watch.change (what text not null);
    create function watch.note() returns trigger language plpgsql as $$
      begin insert into watch.change values (tg_table_name || ' ' || tg_op); return null; end $$;
    do $$ declare name text; begin
      for name in select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' loop
        execute format('create trigger watch_rows after insert or update or delete on public.%I for each row execute function watch.note()', name);
      end loop;
    end $$`);
};
const changedRows = async (): Promise<string[]> => {
  const { rows } = await shop.platform.db.pool.query<{ what: string }>('delete from watch.change returning what');
  return [...new Set(rows.map((row) => row.what))].filter((what) => ![...SPENT_BY_REFUSALS, ...WRITTEN_BEHIND].includes(what));
};

const ask = async (request: HostileRequest, dice: Dice, user: TestUser | undefined): Promise<LightMyRequestResponse> => {
  const response = await shop.server.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: { host: APP_HOST, ...user?.headers, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    // Each request has another client IP, so that the rate limits do not reject it before it is processed.
    remoteAddress: `10.${dice.roll(250)}.${dice.roll(250)}.${dice.roll(250)}`,
    payloadAsStream: request.url.startsWith('/api/sync/stream'),
  });
  // A stream that the server opened does not end by itself, so it is closed.
  if (request.url.startsWith('/api/sync/stream')) response.stream().destroy();
  return response;
};

const schemas = new Map<unknown, z.ZodType>();
const schemaOf = (schema: object): z.ZodType => {
  const made = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(schema, made);
  return made;
};

/** Returns what is wrong with a response; undefined if it is correct. */
const problemOf = async (call: DescribedCall, request: HostileRequest, response: LightMyRequestResponse): Promise<string | undefined> => {
  const { statusCode } = response;
  if (statusCode >= 500) return `status ${statusCode}`;
  if (response.headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  const type = response.headers['content-type']?.toString() ?? '';
  const declared = response.headers['content-type'] === undefined ? undefined : call.responses[statusCode]?.[type.split(';')[0] ?? ''];
  if (request.method === 'HEAD' || request.url.startsWith('/api/sync/stream')) return undefined;
  if (!type.startsWith('application/json')) return declared === undefined ? `undeclared ${statusCode} ${type}` : undefined;
  const body = response.json<{ code?: unknown; message?: unknown; payload?: unknown }>();
  if (body.code === 'internal') return 'internal';
  if (typeof body.code !== 'string' || typeof body.message !== 'string' || !('payload' in body)) return 'no envelope';
  // Only responses with status 200 are declared. Requests with another method or an invalid path match no operation and get another status.
  if (statusCode === 200) {
    const parsed = declared === undefined ? undefined : schemaOf(declared).safeParse(body);
    if (parsed?.success !== true) return `against its schema: ${parsed?.error.message ?? 'there is none'}`;
  } else if (statusCode < 400 || body.code === 'success') return `status ${statusCode} with ${body.code}`;
  if (body.code === 'success') return undefined;
  if (body.payload !== null) return 'a refusal with a payload';
  if (!CHINESE.test(body.message)) return `a refusal without a Chinese sentence: ${body.message}`;
  const changed = await changedRows();
  return changed.length > 0 ? `refused, but changed ${changed.join(', ')}` : undefined;
};

const shown = ({ method, url, headers, payload }: HostileRequest): string =>
  `${method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${payload?.toString('latin1').slice(0, 300) ?? ''}`;

it(`every response is valid (seed ${SEED}, ${CALLS} calls each)`, async () => {
  let lastTel = 13_600_000_000;
  const aUser = (role: 'teacher' | 'admin'): Promise<TestUser> => {
    lastTel += 1;
    return shop.user(String(lastTel), role);
  };
  const isSignedIn = async (user: TestUser): Promise<boolean> => (await shop.call('/api/my/getRole', { as: user })).code === 'success';
  /** Creates an object, which later calls on its type name by its id. A class is also known by its code. */
  const create = async (path: string, as: TestUser, body: object): Promise<string> => {
    const { payload } = await shop.call<{ id: string; code?: string }>(path, { as, body });
    learn(path.split('/').at(-2) ?? '', payload);
    if (payload?.code !== undefined) known['code'] = [payload.code, ...(known['code'] ?? []).slice(-3)];
    return payload?.id ?? '';
  };
  const owned = new Map<TestUser, { readonly classId: string; assignmentId: string }>();
  /** Creates the assignment of an owner again if a call has deleted it, so that later operations on assignments find one. */
  const ensureAssignment = async (user: TestUser): Promise<void> => {
    const own = owned.get(user);
    if (own === undefined || (await shop.call(`/api/assignment/get?id=${own.assignmentId}`, { as: user })).code === 'success') return;
    own.assignmentId = await create('/api/assignment/create', user, { ...assignmentFields(), classId: own.classId, kind: 'quiz' });
    known['assignmentId'] = [own.assignmentId, ...(known['assignmentId'] ?? []).slice(0, 1)];
  };
  /** Creates a user with a class and, for a teacher, a bank: calls name them by fields that no response of theirs has. */
  const anOwner = async (role: 'teacher' | 'admin'): Promise<TestUser> => {
    const user = await aUser(role);
    const own = await create('/api/class/create', user, { name: '甲班', term: '秋季学期', bookId: known['bookId']?.[1] });
    known['classId'] = [own, ...(known['classId'] ?? []).slice(0, 1)];
    owned.set(user, { classId: own, assignmentId: '' });
    await ensureAssignment(user);
    if (role === 'teacher')
      known['bankId'] = [await create('/api/question/bank/create', user, { name: '题库', owner: { kind: 'teacher' } })];
    await changedRows();
    return user;
  };
  let [teacher, admin] = [await anOwner('teacher'), await anOwner('admin')];
  const problems: string[] = [];
  const codes = new Map<string, Set<string>>();
  expect(calls.length).toBeGreaterThan(30);
  for (const [index, call] of calls.entries()) {
    const dice = createDice(SEED + index);
    const seen = new Set<string>();
    codes.set(call.name, seen);
    let found = 0;
    for (let n = 0; n < CALLS && found < 3; n += 1) {
      // Some calls sign the caller out, so the test signs in again, because the following calls need a valid session.
      if (n % 25 === 0) {
        if (!(await isSignedIn(teacher))) teacher = await anOwner('teacher');
        if (!(await isSignedIn(admin))) admin = await anOwner('admin');
        for (const user of [teacher, admin]) await ensureAssignment(user);
        await changedRows();
      }
      const request = aRequest(dice, call, { ...Object.fromEntries(learned.get(subjectOf(call)) ?? []), ...known });
      const response = await ask(request, dice, [undefined, teacher, admin][n % 3]);
      const problem = await problemOf(call, request, response);
      // The changes recorded during a HEAD request are dropped: its response has no body, so it is unknown whether the call was rejected.
      if (request.method === 'HEAD') await changedRows();
      if (problem !== undefined) {
        found += 1;
        problems.push(`${call.name} #${n}: ${problem}\n  ${shown(request)}`);
      }
      if (
        problem !== undefined ||
        /"code":"success"/.test(request.method === 'HEAD' || call.path.endsWith('stream') ? '' : response.body)
      ) {
        seen.add('success');
        if (problem === undefined) learn(subjectOf(call), JSON.parse(response.body));
        await changedRows();
      }
    }
  }
  expect(problems, `${problems.length} problems with FUZZ_SEED=${SEED}`).toEqual([]);
  // At least half of the operations succeeded once.
  const reached = [...codes].filter(([, seen]) => seen.has('success')).map(([name]) => name);
  expect(reached.length, `only ${reached.join(', ')}`).toBeGreaterThan(calls.length / 2);
}, 400_000);
