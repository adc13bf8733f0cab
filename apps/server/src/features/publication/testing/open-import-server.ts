/** A server with the routes of imports only, and forms as a browser sends them. */
import type { ImportJob } from '@shufang/contract';
import type { SignedInReader } from '../../../platform/http/call-context.ts';
import { createHttpServer } from '../../../platform/http/create-http-server.ts';
import { createRouter } from '../../../platform/http/router.ts';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { UNSCOPED_AUTHORIZATION } from '../../authorization/testing/unscoped-authorization.ts';
import type { ImportDependencies } from '../import/import-dependencies.ts';
import { runImport } from '../import/run-import.ts';
import { registerPublicationRoutes } from '../routes.ts';
import { makeTemporaryFolder } from './make-epub.ts';
import { openImportDependencies } from './open-import-dependencies.ts';

interface ImportResponse {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly payload: ImportJob;
}

export interface ImportServer {
  readonly database: TestDatabase;
  readonly dependencies: ImportDependencies;
  readonly queued: readonly string[];
  /** Calls the server. `account`: `admin`, `reader`, anything else for an anonymous user. */
  call(method: 'GET' | 'POST', url: string, account: string, body?: Record<string, string>): Promise<ImportResponse>;
  upload(account: string, bytes: Uint8Array, fields?: Record<string, string>, name?: string): Promise<ImportResponse>;
  /** Runs a queued import to its end. */
  run(id: string): Promise<ImportJob>;
  close(): Promise<void>;
}

const ACCOUNTS: Readonly<Record<string, SignedInReader>> = {
  admin: { userId: '01h00000000000000000000001', sid: 's1', roles: ['admin'] },
  reader: { userId: '01h00000000000000000000002', sid: 's2', roles: [] },
};

export const openImportServer = async (): Promise<ImportServer> => {
  const { folder, remove } = makeTemporaryFolder();
  const database = await createTestDatabase();
  const { dependencies, queued, close } = await openImportDependencies(database.url, folder);
  const server = await createHttpServer({ log: dependencies.log, trustedProxies: [], isContentHost: () => false, isAppHost: () => true });
  const router = createRouter(server, {
    authorization: UNSCOPED_AUTHORIZATION,
    appOrigins: ['http://localhost'],
    authenticate: async (authorization) => {
      const reader = ACCOUNTS[authorization ?? ''];
      return reader ? { kind: 'reader', reader } : { kind: 'anonymous' };
    },
  });
  registerPublicationRoutes(router, dependencies);
  await server.ready();
  return {
    database,
    dependencies,
    queued,
    call: async (method, url, account, body) => {
      const response = await server.inject({
        method,
        url,
        headers: { authorization: account, host: 'localhost' },
        ...(body ? { payload: body } : {}),
      });
      return { status: response.statusCode, ...response.json<Omit<ImportResponse, 'status'>>() };
    },
    upload: async (account, bytes, fields = {}, name = '论语.epub') => {
      const form = new FormData();
      for (const [field, value] of Object.entries(fields)) form.append(field, value);
      form.append('file', new Blob([Uint8Array.from(bytes)]), name);
      const encoded = new Response(form);
      const response = await server.inject({
        method: 'POST',
        url: '/api/admin/import/create',
        headers: { authorization: account, host: 'localhost', 'content-type': encoded.headers.get('content-type') ?? '' },
        payload: Buffer.from(await encoded.arrayBuffer()),
      });
      return { status: response.statusCode, ...response.json<Omit<ImportResponse, 'status'>>() };
    },
    run: (id) => runImport(dependencies, id, new AbortController().signal),
    close: async () => {
      await server.close();
      await close();
      await database.drop();
      remove();
    },
  };
};
