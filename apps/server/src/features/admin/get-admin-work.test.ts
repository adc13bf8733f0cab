/** Tests of the pending work in the admin area: each operator sees the work they may process, and nothing else. */
import type { Envelope, getAdminWork, OutputOf, WorkKind } from '@shufang/contract';
import { newId } from '@shufang/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';

testAccess('getAdminWork', ['editor', 'finance', 'admin'], 'filtered');

const DAY_MS = 86_400_000;
let shop: TestServer;
let operators: Record<'admin' | 'editor' | 'finance', TestUser>;
let reader: TestUser;

beforeAll(async () => {
  shop = await openTestServer();
  operators = {
    admin: await shop.user('13944440001', 'admin'),
    editor: await shop.user('13944440002', 'editor'),
    finance: await shop.user('13944440003', 'finance'),
  };
  reader = await shop.user('13944440004');
}, 120_000);
afterAll(() => shop?.close());

const ask = (as: TestUser): Promise<Envelope<OutputOf<typeof getAdminWork>>> => shop.call('/api/admin/work', { as });
const workOf = async (as: TestUser) => (await ask(as)).payload?.work;
const query = (text: string, values: unknown[] = []) => shop.platform.db.pool.query(text, values);

const MONEY: WorkKind[] = ['refunds', 'failedRefunds', 'batches', 'expiringLicenses', 'royaltyDrafts', 'royaltyDisputes', 'royaltiesToPay'];
const BOTH: WorkKind[] = ['invoices', 'redInvoices', 'tickets'];
const BOOKS: WorkKind[] = [
  'teachers',
  'authors',
  'claims',
  'failedImports',
  'errata',
  'reportedRatings',
  'searches',
  'samples',
  'samplesToShip',
];
const SCHOOLS: WorkKind[] = ['adoptions', 'adoptionsToOrder'];

it('names the kinds of work that the roles may process', async () => {
  const kinds = async (as: TestUser) => Object.keys((await workOf(as)) ?? {}).toSorted();
  expect(await kinds(operators.finance)).toEqual([...MONEY, ...BOTH].toSorted());
  expect(await kinds(operators.editor)).toEqual([...BOOKS, ...BOTH].toSorted());
  expect(await kinds(operators.admin)).toEqual([...MONEY, ...BOOKS, ...BOTH, ...SCHOOLS].toSorted());
  expect((await ask(reader)).code).toBe('forbidden');
});

it('counts pending work, without finished, overdue or own requests', async () => {
  const now = shop.platform.clock.now();
  const bookId = await shop.book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 });
  expect(Object.values((await workOf(operators.admin)) ?? {}).every((count) => count === 0)).toBe(true);

  for (const status of ['requested', 'failed', 'rejected']) {
    const no = `${now}`.padEnd(19, '0') + ['requested', 'failed', 'rejected'].indexOf(status);
    await query(
      `insert into purchase_order (no, user_id, status, total_fen, pay_fen, channel, channel_txn, trade_no, expire_at, created_at, paid_at)
       values ($1, $2, 'fulfilled', 100, 100, 'local', $1, $1, $3, $3, $3)`,
      [no, reader.id, now],
    );
    await query(
      `insert into order_refund (id, order_no, cause, channel, trade_no, channel_txn, amount_fen, status, requested_at)
       values ($1, $2, 'requested', 'local', $2, $2, 100, $3, $4)`,
      [newId(), no, status, now],
    );
    await query(
      `insert into invoice_request (id, user_id, title_type, title, amount_fen, status, created_at) values ($1, $2, 'personal', '梅', 100, $3, $4)`,
      [newId(), reader.id, status === 'requested' ? 'submitted' : status === 'failed' ? 'issuing' : 'rejected', now],
    );
    await query(
      `insert into code_claim (id, user_id, book_id, reason, photo_ids, status, created_at) values ($1, $2, $3, 'lost', '{a}', $4, $5)`,
      [newId(), reader.id, bookId, status === 'requested' ? 'open' : 'rejected', now],
    );
  }
  await query(
    `insert into invoice_request (id, user_id, title_type, title, amount_fen, status, created_at) values ($1, $2, 'personal', '梅', 100, 'redPending', $3)`,
    [newId(), reader.id, now],
  );
  for (const [kind, state] of [
    ['teacher', 'pending'],
    ['author', 'pending'],
    ['author', 'rejected'],
  ])
    await query(
      `insert into application (id, user_id, kind, state, form, submitted_at, created_at, decided_at) values ($1, $2, $3, $4, '{}', $5, $5, $6)`,
      [newId(), reader.id, kind, state, now, state === 'pending' ? null : now],
    );
  for (const [stage, ago] of [
    ['failed', 1],
    ['failed', 8],
    ['refused', 1],
  ] as const)
    await query(
      `insert into import_job (id, file_name, file_bytes, sha256, stage, created_at, finished_at) values ($1, 'a.epub', 1, $2, $3, $4, $4)`,
      [newId(), 'a'.repeat(64), stage, now - ago * DAY_MS],
    );
  await shop.call('/api/ticket/create', { as: reader, body: { topic: 'other', body: '打不开这一章' } });
  await shop.call('/api/errata/report', { as: reader, body: { bookId, quote: '学儿', suggestion: '学而' } });
  const [seen, reported] = [newId(), newId()];
  for (const [id, rater] of [
    [seen, reader.id],
    [reported, operators.finance.id],
  ])
    await query('insert into book_rating (id, book_id, user_id, stars, created_at, updated_at) values ($1, $2, $3, 4, 0, 0)', [
      id,
      bookId,
      rater,
    ]);
  await shop.call('/api/rating/report', { as: reader, body: { id: reported, reason: '广告' } });
  for (const q of ['范畴论', '范疇論']) await shop.call('/api/search/report', { as: reader, body: { q, found: false } });
  const batch = { bookId, purpose: 'gift', count: 1 };
  await shop.call('/api/admin/code/batch/request', { as: operators.editor, body: batch });
  await shop.call('/api/admin/license/create', {
    as: operators.finance,
    body: { institution: '甲大学', networks: ['10.0.0.0/8'], startsAt: now - DAY_MS, endsAt: now + 29 * DAY_MS },
  });
  expect(await workOf(operators.admin)).toEqual({
    refunds: 1,
    failedRefunds: 1,
    invoices: 2,
    redInvoices: 1,
    tickets: 1,
    errata: 1,
    reportedRatings: 1,
    samples: 0,
    samplesToShip: 0,
    adoptions: 0,
    adoptionsToOrder: 0,
    royaltyDrafts: 0,
    royaltyDisputes: 0,
    royaltiesToPay: 0,
    searches: 1,
    teachers: 1,
    authors: 1,
    claims: 1,
    batches: 1,
    failedImports: 1,
    expiringLicenses: 1,
  });
  // The user who requested a batch cannot approve it, so it is no pending work of that user.
  await query('update code_batch set created_by = $1', [operators.admin.id]);
  expect((await workOf(operators.admin))?.batches).toBe(0);
  expect((await workOf(operators.finance))?.batches).toBe(1);
});
