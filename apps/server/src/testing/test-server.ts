/** The complete server on a fresh database and data folder, without a port: for tests that send HTTP requests in process. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Envelope, Role } from '@shufang/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { assembleAccount } from '../app/assemble-account.ts';
import { buildServer } from '../app/build-server.ts';
import { importDependenciesOf } from '../app/import-dependencies.ts';
import { openPlatform, type Platform } from '../app/open-platform.ts';
import { completeSignIn } from '../features/account/complete-sign-in.ts';
import { createUser } from '../features/account/create-users.ts';
import { importFile } from '../features/publication/import/import-file.ts';
import type { ImportOptions } from '../features/publication/import/import-job.ts';
import { convertInProcess } from '../features/publication/testing/convert-in-process.ts';
import { type BookOptions, makeEpub, makeTemporaryFolder } from '../features/publication/testing/make-epub.ts';
import { readConfig } from '../platform/config.ts';
import { createLogger } from '../platform/logger.ts';
import { createTestDatabase } from '../platform/testing/test-database.ts';
import { runFolder } from '../platform/testing/test-server.ts';

export interface TestUser {
  readonly id: string;
  readonly tel: string;
  readonly headers: Record<string, string>;
}

export interface TestServer {
  readonly server: FastifyInstance;
  readonly platform: Platform;
  /** Returns everything that the server has logged, as text. */
  log(): string;
  /** Makes a call on the app origin and returns the JSON of its response: code, message and payload. */
  call<T = unknown>(
    url: string,
    options?: { as?: TestUser; body?: object; headers?: Readonly<Record<string, string>> },
  ): Promise<Envelope<T>>;
  /** Sends a request to any host, e.g. to a content host, and returns the whole response. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  user(tel: string, role?: Role): Promise<TestUser>;
  /** Imports a small book and returns its id. */
  book(parts: BookOptions, options?: ImportOptions): Promise<string>;
  close(): Promise<void>;
}

/** Id of the device on which test users are signed in. */
export const TEST_DEVICE = 'device0001';

export const APP_HOST = 'localhost:8080';

const PASSWORD = 'Ceshi-mima-2026';
/** Hash of the password of all test users: calculated once, because a hash takes tens of milliseconds of a core. */
let passwordHash: Promise<string> | undefined;

export const openTestServer = async (environment: Readonly<Record<string, string>> = {}): Promise<TestServer> => {
  const database = await createTestDatabase();
  await mkdir(runFolder(), { recursive: true });
  const dataDir = await mkdtemp(path.join(runFolder(), 'server-'));
  const lines: string[] = [];
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, TEST_CLOCK: '1', ...environment });
  const platform = await openPlatform(config, createLogger('info', { write: (line) => void lines.push(line) }));
  const server = await buildServer(platform);
  const account = assembleAccount(platform);
  const files = makeTemporaryFolder(runFolder());
  return {
    server,
    platform,
    log: () => lines.join(''),
    call: async <T>(url: string, options: { as?: TestUser; body?: object; headers?: Readonly<Record<string, string>> } = {}) => {
      const response = await server.inject({
        method: options.body === undefined ? 'GET' : 'POST',
        url,
        headers: { host: APP_HOST, ...options.as?.headers, ...options.headers },
        ...(options.body === undefined ? {} : { payload: options.body }),
      });
      return response.json<Envelope<T>>();
    },
    request: async (options) => server.inject(options),
    user: async (tel, role = 'reader') => {
      const hash = (passwordHash ??= account.hasher.hash(PASSWORD));
      const hasher = { ...account.hasher, hash: () => hash };
      const { id } = await createUser({ ...account, hasher }, { tel, password: PASSWORD, role });
      const session = await completeSignIn(
        account,
        { id, nickname: tel, avatar: '' },
        { deviceCode: 'web', deviceId: TEST_DEVICE, userAgent: '' },
      );
      return { id, tel, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'web' } };
    },
    book: async (parts, options = { publish: true }) => {
      const job = await importFile(
        { ...importDependenciesOf(platform), convert: convertInProcess, checkStandard: async () => [] },
        files.file(`book-${lines.length}.epub`, makeEpub(parts)),
        options,
      );
      if (job.bookId === undefined) throw new Error(`the test book was not imported: ${JSON.stringify(job.findings)}`);
      return job.bookId;
    },
    close: async () => {
      await server.close();
      await platform.close();
      await database.drop();
      files.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
