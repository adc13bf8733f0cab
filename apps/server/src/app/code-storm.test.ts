/** Twenty codes, each redeemed by 500 different people at the same moment, over real HTTP against a server process (security.md §5). */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { Envelope } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSession } from '../features/account/sessions.ts';
import { CODE_KEY_PURPOSE } from '../features/commerce/code-hash.ts';
import { mintCodes } from '../features/commerce/mint-codes.ts';
import { importFile } from '../features/media/import/import-file.ts';
import { makeEpub, makeFolder } from '../features/media/testing/make-epub.ts';
import { makeSecret, readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createTestDatabase, type TestDatabase } from '../platform/testing/test-database.ts';
import { assembleAccount } from './build-server.ts';
import { importParts } from './import-parts.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { deriveKey } from './secrets.ts';

const CODES = 20;
const PEOPLE = 500;

let database: TestDatabase;
let platform: Platform;
let server: ChildProcess;
let dataDir: string;
let port: number;
let bookId: string;
let codes: readonly string[];
let tokens: string[];
const files = makeFolder();

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address() as AddressInfo;
      probe.close(() => resolve(address.port));
    });
  });

const untilReady = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      if (said.includes('ready ')) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.once('exit', () => reject(new Error(`the server did not start: ${said.slice(-2_000)}`)));
  });

beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'shufang-storm-'));
  port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    SECRET_KEY: makeSecret(),
    PORT: String(port),
    LOG_LEVEL: 'warn',
  };
  platform = await openPlatform(readConfig(environment), createLogger('silent'), { exclusive: false });
  const account = assembleAccount(platform);
  const job = await importFile(importParts(platform), files.file('book.epub', makeEpub()), { publish: true, accessModel: 'codeOnly' });
  bookId = job.bookId ?? '';
  const order = { bookId, count: CODES, purpose: 'printedBook', printing: undefined, termDays: undefined } as const;
  const parts = { db: platform.db, clock: platform.clock, codeKey: deriveKey(platform.secret, CODE_KEY_PURPOSE) };
  codes = (await mintCodes(parts, { ...order, validUntil: undefined, rebindLimit: 0, createdBy: 'test' })).codes;
  await platform.db.pool.query(
    `insert into user_account (id, tel, nickname, created_at, updated_at)
     select 'storm' || n, (13700000000 + n)::text, '读者', 0, 0 from generate_series(1, $1::int) n`,
    [PEOPLE],
  );
  await platform.db.pool.query(
    `insert into user_role (user_id, role, granted_at) select id, 'reader', 0 from user_account where id like 'storm%'`,
  );
  tokens = [];
  for (let n = 1; n <= PEOPLE; n++) {
    const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
    tokens.push((await startSession(account, { id: `storm${n}`, nickname: '读者', avatar: '' }, device, false)).dpAuthToken);
  }
  server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(import.meta.dirname, 'main.ts')], {
    // Not the test runner's own MODE.
    env: { ...process.env, MODE: 'demo', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await untilReady(server);
}, 240_000);

afterAll(async () => {
  if (server?.exitCode === null) {
    const gone = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGTERM');
    await gone;
  }
  await platform?.close();
  await database?.drop();
  files.remove();
  await rm(dataDir, { recursive: true, force: true });
}, 60_000);

const agent = new Agent({ keepAlive: true, maxSockets: PEOPLE });

const redeem = (code: string, token: string): Promise<Envelope<{ repeated: boolean }>> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ code });
    const sending = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        method: 'POST',
        path: '/api/code/redeem',
        headers: {
          host: `localhost:${port}`,
          authorization: `dp-token ${token}`,
          'x-device-code': 'web',
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        },
      },
      (answer) => void json(answer).then((envelope) => resolve(envelope as Envelope<{ repeated: boolean }>), reject),
    );
    sending.on('error', reject);
    sending.end(body);
  });

it('twenty codes redeemed by 500 people each at once are bound twenty times, each to one', { timeout: 300_000 }, async () => {
  const begun = performance.now();
  const winners: number[] = [];
  for (const code of codes) {
    const answers = await Promise.all(tokens.map((token) => redeem(code, token)));
    expect(new Set(answers.map((answer) => answer.code))).toEqual(new Set(['success', 'commerce.codeUsed']));
    winners.push(...answers.flatMap(({ code: outcome }, index) => (outcome === 'success' ? [index + 1] : [])));
  }
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  const { rows } = await platform.db.pool.query<{ user: string; binds: number }>(
    "select bound_user_id as user, bind_count as binds from activation_code where status = 'bound'",
  );
  const rights = await platform.db.pool.query<{ user_id: string }>("select user_id from entitlement where source = 'code'");
  console.log(
    `${CODES} codes x ${PEOPLE} people over HTTP: ${winners.length} answers of success, ${rows.length} bindings, ${rights.rows.length} rights, ${seconds} s`,
  );
  expect(winners).toHaveLength(CODES);
  expect(rows.map(({ binds }) => binds)).toEqual(Array.from({ length: CODES }, () => 1));
  expect(rows.map(({ user }) => user).toSorted()).toEqual(winners.map((n) => `storm${n}`).toSorted());
  expect(rights.rows.map(({ user_id }) => user_id).toSorted()).toEqual(winners.map((n) => `storm${n}`).toSorted());
});
