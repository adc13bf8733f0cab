/**
 * Load test of redeeming: twenty codes, each redeemed by many users at the same moment (500 in a full run), over real HTTP against a server
 * process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { json } from 'node:stream/consumers';
import type { Envelope } from '@shufang/contract';
import { projectRoot, serverArguments } from '@shufang/dev-env';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { assembleAccount } from '../../app/assemble-account.ts';
import { importDependenciesOf } from '../../app/import-dependencies.ts';
import { openPlatform, type Platform } from '../../app/open-platform.ts';
import { deriveKey } from '../../app/secrets.ts';
import { makeSecret, readConfig } from '../../platform/config.ts';
import { createLogger } from '../../platform/logger.ts';
import { scaled } from '../../platform/testing/load-scale.ts';
import { createTestDatabase, type TestDatabase } from '../../platform/testing/test-database.ts';
import { completeSignIn } from '../account/complete-sign-in.ts';
import { importFile } from '../publication/import/import-file.ts';
import { makeEpub, makeTemporaryFolder } from '../publication/testing/make-epub.ts';
import { CODE_KEY_PURPOSE } from './code-hash.ts';
import { mintCodes } from './mint-codes.ts';

const CODES = 20;
const USERS = scaled(500);

let database: TestDatabase;
let platform: Platform;
let server: ChildProcess;
let dataDir: string;
let port: number;
let bookId: string;
let codes: readonly string[];
let tokens: string[];
const files = makeTemporaryFolder();

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
  const job = await importFile(importDependenciesOf(platform), files.file('book.epub', makeEpub()), {
    publish: true,
    accessModel: 'codeOnly',
  });
  bookId = job.bookId ?? '';
  const order = { bookId, count: CODES, purpose: 'printedBook', printing: undefined, termDays: undefined } as const;
  const parts = { db: platform.db, clock: platform.clock, codeKey: deriveKey(platform.secret, CODE_KEY_PURPOSE) };
  codes = (await mintCodes(parts, { ...order, validUntil: undefined, rebindLimit: 0, createdBy: 'test' })).codes;
  await platform.db.pool.query(
    `insert into user_account (id, tel, nickname, created_at, updated_at)
     select 'storm' || n, (13700000000 + n)::text, '读者', 0, 0 from generate_series(1, $1::int) n`,
    [USERS],
  );
  await platform.db.pool.query(
    `insert into user_role (user_id, role, granted_at) select id, 'reader', 0 from user_account where id like 'storm%'`,
  );
  tokens = [];
  for (let n = 1; n <= USERS; n++) {
    const device = { deviceCode: 'web', deviceId: undefined, userAgent: '' } as const;
    tokens.push((await completeSignIn(account, { id: `storm${n}`, nickname: '读者', avatar: '' }, device)).dpAuthToken);
  }
  server = spawn(process.execPath, serverArguments(), {
    cwd: projectRoot,
    // The server process needs another `MODE` than the one that Vitest sets.
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

const agent = new Agent({ keepAlive: true, maxSockets: USERS });

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
      (response) => void json(response).then((envelope) => resolve(envelope as Envelope<{ repeated: boolean }>), reject),
    );
    sending.on('error', reject);
    sending.end(body);
  });

it(`twenty codes redeemed by ${USERS} users each at the same moment are bound twenty times, each to one user`, {
  timeout: 300_000,
}, async () => {
  const startedAt = performance.now();
  const winners: number[] = [];
  for (const code of codes) {
    const responses = await Promise.all(tokens.map((token) => redeem(code, token)));
    expect(new Set(responses.map((response) => response.code))).toEqual(new Set(['success', 'activationCode.codeUsed']));
    winners.push(...responses.flatMap(({ code: outcome }, index) => (outcome === 'success' ? [index + 1] : [])));
  }
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  const { rows } = await platform.db.pool.query<{ user: string; binds: number }>(
    "select bound_user_id as user, bind_count as binds from activation_code where status = 'bound'",
  );
  const rights = await platform.db.pool.query<{ user_id: string }>("select user_id from entitlement where source = 'code'");
  console.log(
    `${CODES} codes x ${USERS} users over HTTP: ${winners.length} successful responses, ${rows.length} bindings, ${rights.rows.length} rights, ${seconds} s`,
  );
  expect(winners).toHaveLength(CODES);
  expect(rows.map(({ binds }) => binds)).toEqual(Array.from({ length: CODES }, () => 1));
  expect(rows.map(({ user }) => user).toSorted()).toEqual(winners.map((n) => `storm${n}`).toSorted());
  expect(rights.rows.map(({ user_id }) => user_id).toSorted()).toEqual(winners.map((n) => `storm${n}`).toSorted());
});
