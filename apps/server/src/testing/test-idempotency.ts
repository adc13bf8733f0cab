/**
 * Registers, in the test file of an operation by POST, the test that it takes effect once: a valid request is sent twice with one idempotency
 * key, and aborted and repeated (security.md T34).
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { CLIENT_KEY_HEADER, type Envelope, fillPath, newId, OP_ID_HEADER } from '@shufang/contract';
import { expect, test } from 'vitest';
import { sweepOnce } from '../app/housekeeping.ts';
import { type PreparedStatement, queryPrepared } from '../platform/database.ts';
import { DEVICE, portOf, type RequestFixture, requestFixture } from './request-fixture.ts';
import { operations } from './test-access.ts';
import { APP_HOST, type TestUser } from './test-server.ts';

export interface ValidRequest {
  readonly as?: TestUser;
  /** Input of the request: the parameters of the path and the fields of the JSON body, or a form with a file. */
  readonly body: object | FormData;
  /** Expected code of the first response, by default `success`. */
  readonly code?: string;
}

/** How an operation differs from others when it is repeated. */
interface Peculiarities {
  /** Ends the caller's own session, so that the second request is not signed in. */
  readonly endsSession?: true;
  /** An operation of the admin area that changes nothing and leaves no audit event. */
  readonly changesNothing?: true;
  /** Returns bytes or carries its own idempotency keys: the second response may differ. */
  readonly repeatsSafely?: true;
  /** Sends a message after the response. */
  readonly sendsLater?: true;
}

/** Secret that identifies the anonymous client (`CLIENT_KEY_HEADER`). */
const CLIENT_KEY = 'secret-of-this-client-1';

/** Returns the path of a request, and the request without the parameters of the path. */
const addressed = (operation: (typeof operations)[number], request: ValidRequest): [path: string, request: ValidRequest] => {
  if (request.body instanceof FormData) return [operation.path, request];
  const [path, body] = fillPath(operation, request.body);
  return [path, { ...request, body }];
};

/** Returns the body and the headers of a request. */
const encode = async ({ as, body }: ValidRequest, headers: Readonly<Record<string, string>>) => {
  const encoded = new Response(body instanceof FormData ? body : JSON.stringify(body));
  const type = body instanceof FormData ? (encoded.headers.get('content-type') ?? '') : 'application/json';
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: {
      host: APP_HOST,
      ...DEVICE,
      [CLIENT_KEY_HEADER]: CLIENT_KEY,
      ...as?.headers,
      'content-type': type,
      ...headers,
    },
  };
};

/** Sends a request by POST and returns the envelope; any other response becomes the payload of one. */
export const send = async (
  { shop }: RequestFixture,
  path: string,
  request: ValidRequest,
  headers: Readonly<Record<string, string>>,
): Promise<Envelope> => {
  const response = await shop.request({ method: 'POST', url: path, ...(await encode(request, headers)) });
  expect(response.statusCode, response.statusCode === 200 ? '' : shop.log().slice(-2_000)).toBe(200);
  return response.headers['content-type']?.toString().startsWith('application/json')
    ? response.json<Envelope>()
    : { code: 'success', message: '', payload: response.body };
};

/** Sends the whole request on its own socket and closes the socket before the response. */
const sendAndVanish = async (
  fixture: RequestFixture,
  path: string,
  request: ValidRequest,
  sent: Readonly<Record<string, string>>,
): Promise<void> => {
  const { payload, headers } = await encode(request, sent);
  const socket = connect(portOf(fixture), '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = Object.entries({ ...headers, 'content-length': String(payload.length) }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  await new Promise((resolve) => socket.write(payload, resolve));
  const closed = once(socket, 'close');
  socket.destroy();
  await closed;
};

/**
 * Tables whose rows are not counted as effects: `idempotent_request` holds the idempotency keys themselves, `unclaimed_object` has one
 * row for each content, however often it is stored, and `class_network` one for each network, however many lessons run in it.
 */
const NO_EFFECT = new Set(['idempotent_request', 'unclaimed_object', 'class_network']);

let countRows: Promise<PreparedStatement> | undefined;

/** Returns the statement that counts the rows of each table. It is prepared, because its plan takes longer than the counting. */
const prepareCountRows = async ({ query }: RequestFixture): Promise<PreparedStatement> => {
  const tables = await query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [[...NO_EFFECT]],
  );
  return {
    name: 'effects',
    text: tables.map(({ name }) => `select '${name}' as name, count(*) as count from "${name}"`).join(' union all '),
  };
};

type Effects = Readonly<Record<string, number>>;

/** Returns the number of rows of each table and of sent messages. */
const effects = async (fixture: RequestFixture): Promise<Effects> => {
  const statement = await (countRows ??= prepareCountRows(fixture));
  const rows = await queryPrepared<{ name: string; count: number }>(fixture.shop.platform.db.orm, statement, []);
  const messages = (await fixture.wire.outbox('sms')).length;
  return { ...Object.fromEntries(rows.map((row) => [row.name, row.count])), messages };
};

const effectsSince = async (fixture: RequestFixture, before: Effects): Promise<Effects> => {
  const after = Object.entries(await effects(fixture));
  return Object.fromEntries(after.flatMap(([name, count]) => (count === before[name] ? [] : [[name, count - (before[name] ?? 0)]])));
};

/** Moves the clock by an hour, which resets the rate limits, and runs the sweeps, so that no later call deletes expired rows. */
const anHourLater = async ({ shop }: RequestFixture): Promise<void> => {
  shop.platform.advanceClock?.(3_600_000);
  await sweepOnce(shop.platform);
};

export const anIdempotencyKey = (): Record<string, string> => ({ [OP_ID_HEADER]: `w-${newId()}` });

/** Waits for a message that is sent after the response. */
const messageHasLeft = async (fixture: RequestFixture, before: Effects): Promise<void> => {
  await expect.poll(async () => (await effects(fixture))['messages'], { timeout: 15_000 }).toBe((before['messages'] ?? 0) + 1);
};

/**
 * Returns what the second response must equal, given the first one. A response that carries credentials is not stored, and the second request
 * is rejected.
 */
const expectedAgain = (first: { code: string }, isNeverReplayed: boolean, endsSession: boolean): unknown => {
  if (isNeverReplayed) return expect.objectContaining({ code: 'request.alreadyUsed', payload: null });
  return endsSession ? expect.objectContaining({ code: expect.stringMatching(/^(requestLogin|success)$/) }) : first;
};

/**
 * Tests that a valid request of the operation `name` takes effect once when it is sent twice, and when it is aborted and repeated. `make` is
 * called twice, and creates the objects of a new request each time. An operation of the admin area must leave an audit event.
 */
export const testIdempotency = (
  name: string,
  make: (fixture: RequestFixture) => ValidRequest | Promise<ValidRequest>,
  { endsSession, changesNothing, repeatsSafely, sendsLater }: Peculiarities = {},
): void => {
  test(`${name} takes effect once when it is sent twice, or aborted and repeated`, async () => {
    const operation = operations.find((each) => each.name === name);
    if (operation === undefined) throw new Error(`${name} is no operation of the contract`);
    const isNeverReplayed = 'replay' in operation && operation.replay === 'never';
    const likeFirst = (first: { code: string }): unknown => expectedAgain(first, isNeverReplayed, endsSession === true);
    const fixture = await requestFixture();
    await anHourLater(fixture);
    const [path, request] = addressed(operation, await make(fixture));
    const code = request.code ?? 'success';
    const key = anIdempotencyKey();
    const before = await effects(fixture);
    const first = await send(fixture, path, request, key);
    expect(first.code).toBe(code);
    if (sendsLater) await messageHasLeft(fixture, before);
    const effectsOfFirst = await effectsSince(fixture, before);
    const isAudited = path.startsWith('/api/admin/') && changesNothing !== true;
    expect.soft(isAudited ? (effectsOfFirst['audit_event'] ?? 0) : 1, 'leaves an audit event').toBeGreaterThanOrEqual(1);

    const second = await send(fixture, path, request, key);
    expect(repeatsSafely ? first : second).toEqual(likeFirst(first));
    expect(await effectsSince(fixture, before), 'effects of two requests').toEqual(effectsOfFirst);

    await anHourLater(fixture);
    const [pathOfAborted, aborted] = addressed(operation, await make(fixture));
    const keyOfAborted = anIdempotencyKey();
    const beforeAborted = await effects(fixture);
    await sendAndVanish(fixture, pathOfAborted, aborted, keyOfAborted);
    const again = await send(fixture, pathOfAborted, aborted, keyOfAborted);
    // The aborted request may have run or not. If it ran, the second request of a call that is never replayed is rejected; otherwise it
    // runs now.
    const isDoneNow = isNeverReplayed && again.code === code;
    expect(again).toEqual(isDoneNow ? again : likeFirst({ ...again, code }));
    // Some operations complete their effects after the response, such as the message to a registered phone number.
    await expect.poll(() => effectsSince(fixture, beforeAborted), { timeout: 15_000 }).toEqual(effectsOfFirst);
  });
};
