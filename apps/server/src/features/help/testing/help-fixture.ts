/** Sets up a test server with two readers and an editor, for tests of help tickets. */
import type { Envelope, Ticket } from '@shufang/contract';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';

export interface HelpFixture {
  readonly shop: TestServer;
  readonly reader: TestUser;
  readonly other: TestUser;
  readonly editor: TestUser;
  /** Creates a help ticket of the user, or of an anonymous user if `as` is undefined. */
  create(as: TestUser | undefined, body?: object): Promise<Envelope<{ ticket: Ticket }>>;
  /** Creates a help ticket and returns its id. */
  createId(as: TestUser, body?: object): Promise<string>;
  mine(as: TestUser): Promise<Ticket[]>;
}

export const DIAGNOSTICS = {
  clientVersion: '0.1.0',
  userAgent: 'Firefox',
  screen: '1440×900 @2',
  page: '/bookshelf',
  online: true,
  sync: { waiting: 2, rejected: 0 },
  failedCalls: [{ operation: 'getHome', code: 'internal', traceId: 'a-trace', at: 1 }],
};

export const openHelpFixture = async (environment: Readonly<Record<string, string>> = {}): Promise<HelpFixture> => {
  const shop = await openTestServer(environment);
  const create: HelpFixture['create'] = (as, body = {}) =>
    shop.call('/api/ticket/create', { body: { topic: 'code', body: '激活码刮坏了，看不清。', ...body }, ...(as ? { as } : {}) });
  return {
    shop,
    reader: await shop.user('13611110001'),
    other: await shop.user('13611110002'),
    editor: await shop.user('13611110003', 'editor'),
    create,
    createId: async (as, body) => (await create(as, body)).payload?.ticket.id ?? '',
    mine: async (as) => (await shop.call<{ items: Ticket[] }>('/api/ticket/mine', { as })).payload?.items ?? [],
  };
};
