/** The whole server on a fresh database and folder, without a port: for tests that speak HTTP in process. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Envelope, Role } from '@shufang/contract';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { createUser } from '../../features/account/people.ts';
import { startSession } from '../../features/account/sessions.ts';
import { importFile } from '../../features/media/import/import-file.ts';
import type { ImportOptions } from '../../features/media/import/import-job.ts';
import { type BookParts, makeEpub, makeFolder } from '../../features/media/testing/make-epub.ts';
import { readConfig } from '../../platform/config.ts';
import { createLogger } from '../../platform/logger.ts';
import { createTestDatabase } from '../../platform/testing/test-database.ts';
import { assembleAccount, buildServer } from '../build-server.ts';
import { importParts } from '../import-parts.ts';
import { openPlatform, type Platform } from '../open-platform.ts';

export interface TestPerson {
  readonly id: string;
  readonly tel: string;
  readonly headers: Record<string, string>;
}

export interface TestServer {
  readonly server: FastifyInstance;
  readonly platform: Platform;
  /** Everything the server has logged, as text. */
  log(): string;
  /** The envelope of a call on the app origin. */
  call<T = unknown>(url: string, options?: { as?: TestPerson; body?: object; headers?: Record<string, string> }): Promise<Envelope<T>>;
  /** A raw request, e.g. to a content host. */
  request(options: InjectOptions): Promise<LightMyRequestResponse>;
  person(tel: string, role?: Role): Promise<TestPerson>;
  /** Imports a small book and answers its id. */
  book(parts: BookParts, options?: ImportOptions): Promise<string>;
  close(): Promise<void>;
}

export const APP_HOST = 'localhost:8080';

export const openTestServer = async (environment: Readonly<Record<string, string>> = {}): Promise<TestServer> => {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'shufang-server-'));
  const lines: string[] = [];
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: dataDir, TEST_CLOCK: '1', ...environment });
  const platform = await openPlatform(config, createLogger('info', { write: (line) => void lines.push(line) }));
  const server = await buildServer(platform);
  const account = assembleAccount(platform);
  const files = makeFolder();
  return {
    server,
    platform,
    log: () => lines.join(''),
    call: async <T>(url: string, options: { as?: TestPerson; body?: object; headers?: Record<string, string> } = {}) => {
      const answer = await server.inject({
        method: options.body === undefined ? 'GET' : 'POST',
        url,
        headers: { host: APP_HOST, ...options.as?.headers, ...options.headers },
        ...(options.body === undefined ? {} : { payload: options.body }),
      });
      return answer.json<Envelope<T>>();
    },
    request: async (options) => server.inject(options),
    person: async (tel, role = 'reader') => {
      const { id } = await createUser(account, { tel, password: 'Ceshi-mima-2026', role });
      const session = await startSession(
        account,
        { id, nickname: tel, avatar: '' },
        { deviceCode: 'web', deviceId: undefined, userAgent: '' },
        false,
      );
      return { id, tel, headers: { authorization: `dp-token ${session.dpAuthToken}`, 'x-device-code': 'web' } };
    },
    book: async (parts, options = { publish: true }) => {
      const job = await importFile(importParts(platform), files.file(`book-${lines.length}.epub`, makeEpub(parts)), options);
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
