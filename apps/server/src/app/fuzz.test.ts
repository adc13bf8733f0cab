/**
 * Every route of the OpenAPI document under a rain of good, bad and hostile requests, as everybody it may meet: no fault of ours, every
 * answer as declared, every refusal in Chinese, and nothing changed by a call that was refused (security.md §5). The seed is printed
 * when it fails; `FUZZ_SEED` runs another, `FUZZ_CALLS` more.
 */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { aRequest, createDice, type Dice, type HostileRequest, type KnownValues } from './testing/hostile-requests.ts';
import { APP_HOST, openTestServer, type TestPerson, type TestServer } from './testing/test-server.ts';
import { type DescribedCall, describedCalls } from './testing/wire-scene.ts';

const SEED = Number(process.env['FUZZ_SEED'] ?? 20_261_121);
const CALLS = Number(process.env['FUZZ_CALLS'] ?? 200);
const CHINESE = /[\u4e00-\u9fff]/;

let shop: TestServer;
let known: KnownValues;
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
  };
  calls = await describedCalls(shop);
  await watchRows();
}, 120_000);
afterAll(() => shop?.close());

/** Of one name so many values are remembered, the newest first. */
const LEARNT_MAX = 6;
const learnt = new Map<string, Map<string, readonly unknown[]>>();

/** What a call is about: `collection` in /api/admin/collection/save. */
const subjectOf = ({ path }: DescribedCall): string => path.split('/').at(-2) ?? '';

/** Remembers ids and numbers of things that are really there, for the calls about the same that follow. */
const learn = (subject: string, answer: unknown): void => {
  if (typeof answer !== 'object' || answer === null) return;
  const values = learnt.get(subject) ?? new Map<string, readonly unknown[]>();
  learnt.set(subject, values);
  for (const [name, value] of Object.entries(answer)) {
    learn(subject, value);
    if (typeof value !== 'string' || !/^(?:id|no|.*Id|sha256|version|label)$/.test(name)) continue;
    values.set(name, [...new Set([value, ...(values.get(name) ?? [])])].slice(0, LEARNT_MAX));
  }
};

/** What a refused call may use up: proofs that are good once, counted tries, and the mark that somebody was here. */
const SPENT_BY_REFUSALS: readonly string[] = [
  'captcha_challenge DELETE',
  'sent_code UPDATE',
  'sent_code DELETE',
  'password_nonce INSERT',
  'password_nonce DELETE',
  'session UPDATE',
  'repeated_request INSERT',
  'repeated_request UPDATE',
  'repeated_request DELETE',
];
/** Written after the answer, so that it may come during a later call. */
const WRITTEN_BEHIND: readonly string[] = ['search_word INSERT', 'search_word UPDATE'];

/** Notes every row that changes in any table, in the same transaction. */
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

const ask = async (request: HostileRequest, dice: Dice, person: TestPerson | undefined): Promise<LightMyRequestResponse> => {
  const answer = await shop.server.inject({
    method: request.method as 'GET',
    url: request.url,
    headers: { host: APP_HOST, ...person?.headers, ...request.headers },
    ...(request.payload === undefined ? {} : { payload: request.payload }),
    // From everywhere: what a budget refuses is never looked at.
    remoteAddress: `10.${dice.roll(250)}.${dice.roll(250)}.${dice.roll(250)}`,
    payloadAsStream: request.url.startsWith('/api/sync/stream'),
  });
  // A stream that opened has no end of its own.
  if (request.url.startsWith('/api/sync/stream')) answer.stream().destroy();
  return answer;
};

const schemas = new Map<unknown, z.ZodType>();
const schemaOf = (schema: object): z.ZodType => {
  const made = schemas.get(schema) ?? z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]);
  schemas.set(schema, made);
  return made;
};

/** What is wrong with an answer; undefined when nothing is. */
const faultOf = async (call: DescribedCall, request: HostileRequest, answer: LightMyRequestResponse): Promise<string | undefined> => {
  const { statusCode } = answer;
  if (statusCode >= 500) return `status ${statusCode}`;
  if (answer.headers['x-content-type-options'] !== 'nosniff') return 'no nosniff';
  const type = answer.headers['content-type']?.toString() ?? '';
  const declared = answer.headers['content-type'] === undefined ? undefined : call.answers[statusCode]?.[type.split(';')[0] ?? ''];
  if (request.method === 'HEAD' || request.url.startsWith('/api/sync/stream')) return undefined;
  if (!type.startsWith('application/json')) return declared === undefined ? `undeclared ${statusCode} ${type}` : undefined;
  const body = answer.json<{ code?: unknown; message?: unknown; payload?: unknown }>();
  if (body.code === 'internal') return 'internal';
  if (typeof body.code !== 'string' || typeof body.message !== 'string' || !('payload' in body)) return 'no envelope';
  // Other methods and broken addresses meet no operation, and so no declaration.
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

it(`holds in every call (seed ${SEED}, ${CALLS} calls each)`, async () => {
  let lastTel = 13_600_000_000;
  const aPerson = (role: 'reader' | 'admin'): Promise<TestPerson> => {
    lastTel += 1;
    return shop.person(String(lastTel), role);
  };
  const isSignedIn = async (person: TestPerson): Promise<boolean> =>
    (await shop.call('/api/my/getRole', { as: person })).code === 'success';
  let [reader, admin] = [await aPerson('reader'), await aPerson('admin')];
  const faults: string[] = [];
  const codes = new Map<string, Set<string>>();
  expect(calls.length).toBeGreaterThan(30);
  for (const [index, call] of calls.entries()) {
    const dice = createDice(SEED + index);
    const seen = new Set<string>();
    codes.set(call.name, seen);
    let found = 0;
    for (let n = 0; n < CALLS && found < 3; n += 1) {
      // Some calls sign the caller out; those after them are to meet a live session.
      if (n % 25 === 0) {
        if (!(await isSignedIn(reader))) reader = await aPerson('reader');
        if (!(await isSignedIn(admin))) admin = await aPerson('admin');
        await changedRows();
      }
      const request = aRequest(dice, call, { ...Object.fromEntries(learnt.get(subjectOf(call)) ?? []), ...known });
      const answer = await ask(request, dice, [undefined, reader, admin][n % 3]);
      const fault = await faultOf(call, request, answer);
      if (fault !== undefined) {
        found += 1;
        faults.push(`${call.name} #${n}: ${fault}\n  ${shown(request)}`);
      }
      if (fault !== undefined || /"code":"success"/.test(request.method === 'HEAD' || call.path.endsWith('stream') ? '' : answer.body)) {
        seen.add('success');
        if (fault === undefined) learn(subjectOf(call), JSON.parse(answer.body));
        await changedRows();
      }
    }
  }
  expect(faults, `${faults.length} faults with FUZZ_SEED=${SEED}`).toEqual([]);
  // The rain also reached the inside: most calls were answered well at least once.
  const reached = [...codes].filter(([, seen]) => seen.has('success')).map(([name]) => name);
  expect(reached.length, `only ${reached.join(', ')}`).toBeGreaterThan(calls.length / 2);
}, 400_000);
