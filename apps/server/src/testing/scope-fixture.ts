/**
 * Two publishers (甲, 乙) and two institutions (丙, 丁) on one platform, with one object of each kind per owner, some shared objects, and
 * operators with limited scopes. Titles, reasons and names begin with the owner, so that a leak is visible in any response.
 */
import { newId, type Role } from '@shufang/contract';
import { setRoles } from '../features/authorization/change-roles.ts';
import { aBookNamed } from './server-order-fixture.ts';
import type { TestServer, TestUser } from './test-server.ts';

export const SIDES = ['甲', '乙'] as const;
export type Side = (typeof SIDES)[number];
const SCHOOL_OF: Readonly<Record<Side, string>> = { 甲: '丙大学', 乙: '丁大学' };
export const PUBLISHER_OF: Readonly<Record<Side, string>> = { 甲: '甲出版社', 乙: '乙出版社' };

/** Ids of one owner's objects, as admin operations accept them. */
interface Things {
  readonly book: string;
  readonly claim: string;
  readonly codeBatch: string;
  readonly collection: string;
  readonly erratum: string;
  readonly import: string;
  readonly institution: string;
  readonly invoice: string;
  readonly license: string;
  readonly rating: string;
  readonly refund: string;
  readonly shortLink: string;
  readonly order: string;
}

export interface ScopeActor {
  readonly name: string;
  readonly grants: readonly { readonly role: Role; readonly scope: string }[];
}

const publisher = (side: Side): string => `publisher:${PUBLISHER_OF[side]}`;

/** Operators with their roles; `institution:` with the name of the school stands for the scope of its id. */
export const ACTORS: readonly ScopeActor[] = [
  { name: '平台编辑', grants: [{ role: 'editor', scope: '' }] },
  { name: '平台财务', grants: [{ role: 'finance', scope: '' }] },
  { name: '管理员', grants: [{ role: 'admin', scope: '' }] },
  { name: '甲社编辑', grants: [{ role: 'editor', scope: publisher('甲') }] },
  { name: '甲社财务', grants: [{ role: 'finance', scope: publisher('甲') }] },
  { name: '乙社编辑', grants: [{ role: 'editor', scope: publisher('乙') }] },
  { name: '乙社财务', grants: [{ role: 'finance', scope: publisher('乙') }] },
  {
    name: '两社编辑',
    grants: [
      { role: 'editor', scope: publisher('甲') },
      { role: 'editor', scope: publisher('乙') },
    ],
  },
  {
    name: '甲社编辑兼平台财务',
    grants: [
      { role: 'editor', scope: publisher('甲') },
      { role: 'finance', scope: '' },
    ],
  },
  { name: '丙校管理员', grants: [{ role: 'orgAdmin', scope: `institution:${SCHOOL_OF.甲}` }] },
  { name: '丁校管理员', grants: [{ role: 'orgAdmin', scope: `institution:${SCHOOL_OF.乙}` }] },
  { name: '教师', grants: [{ role: 'teacher', scope: '' }] },
  { name: '读者', grants: [{ role: 'reader', scope: '' }] },
];

export interface ScopeScenario {
  readonly shop: TestServer;
  readonly users: ReadonlyMap<string, TestUser>;
  readonly things: Readonly<Record<Side, Things>>;
  /**
   * Objects that belong to both publishers: an order, a refund of the whole order, an invoice, a license, a collection. `wholeLicense` is a
   * license for all books and belongs to neither.
   */
  readonly shared: {
    readonly order: string;
    readonly refund: string;
    readonly invoice: string;
    readonly license: string;
    readonly wholeLicense: string;
    readonly collection: string;
  };
  /** Restores the collections of both publishers, for a test that has changed them. */
  layCollections(): Promise<void>;
  query(text: string, values?: unknown[]): Promise<Record<string, unknown>[]>;
  user(name: string): TestUser;
}

export const createScopeScenario = async (shop: TestServer): Promise<ScopeScenario> => {
  const { platform } = shop;
  const query: ScopeScenario['query'] = async (text, values = []) => (await platform.db.pool.query(text, values)).rows;
  const now = platform.clock.now();
  const buyer = await shop.user('13600010001');

  const insertOrder = async (no: string, items: readonly { bookId: string; title: string; fen: number }[]): Promise<void> => {
    const fen = items.reduce((sum, item) => sum + item.fen, 0);
    await query(
      `insert into purchase_order (no, user_id, status, total_fen, discount_fen, pay_fen, channel, channel_txn, trade_no, expire_at, created_at, paid_at, fulfilled_at)
       values ($1, $2, 'fulfilled', $3, 0, $3, 'local', $4, $5, $6, $6, $6, $6)`,
      [no, buyer.id, fen, `txn-${no}`, `trade${no.slice(-10)}`, now],
    );
    for (const [position, { bookId, title, fen: price }] of items.entries())
      await query(
        `insert into order_item (order_no, position, sku_id, book_id, snapshot, price_fen, pay_fen) values ($1, $2, 'sku', $3, $4, $5, $5)`,
        [no, position, bookId, JSON.stringify({ title, authors: '' }), price],
      );
    await query(
      `insert into payment_event (id, order_no, channel, type, raw, verified, at) values ($1, $2, 'local', 'notify', $3, true, $4)`,
      [newId(), no, JSON.stringify({ total: `共 ${fen} 分` }), now],
    );
  };
  const insertRefund = async (no: string, amountFen: number, bookIds: readonly string[], reason: string): Promise<string> => {
    const id = newId();
    await query(
      `insert into order_refund (id, order_no, cause, channel, trade_no, channel_txn, amount_fen, book_ids, reason, status, requested_at)
       values ($1, $2, 'requested', 'local', 'trade', $3, $4, $5, $6, 'requested', $7)`,
      [id, no, `txn-${no}`, amountFen, bookIds, reason, now],
    );
    return id;
  };
  const insertInvoice = async (no: string, title: string): Promise<string> => {
    const id = newId();
    await query(
      `insert into invoice_request (id, user_id, title_type, title, amount_fen, status, created_at) values ($1, $2, 'personal', $3, 100, 'submitted', $4)`,
      [id, buyer.id, title, now],
    );
    await query('insert into invoice_order (invoice_id, order_no, live) values ($1, $2, true)', [id, no]);
    return id;
  };
  const insertLicense = async (institutionId: string, bookIds: readonly string[], contractNo: string): Promise<string> => {
    const id = newId();
    await query(
      `insert into institution_license (id, institution_id, scope, book_ids, networks, modes, starts_at, ends_at, contract_no, status, created_at)
       values ($1, $2, $3, $4, '{}', '{roster}', $5, $6, $7, 'active', $5)`,
      [id, institutionId, bookIds.length === 0 ? 'all' : 'books', bookIds, now, now + 86_400_000, contractNo],
    );
    return id;
  };
  const insertCollection = async (id: string, title: string, owner: string | null, bookIds: readonly string[]): Promise<string> => {
    await query(
      `insert into book_collection (id, kind, title, visible, publisher, position, created_at, updated_at)
       values ($1, 'list', $2, true, $3, 1, 0, 0) on conflict (id) do nothing`,
      [id, title, owner],
    );
    for (const [position, bookId] of bookIds.entries())
      await query(
        'insert into book_collection_item (collection_id, book_id, position) values ($1, $2, $3) on conflict (collection_id, book_id) do nothing',
        [id, bookId, position],
      );
    return id;
  };

  const make = async (side: Side, at: number): Promise<Things> => {
    const title = `${side}书`;
    const book = await shop.book(aBookNamed(title), { publish: true, accessModel: 'paid', priceFen: 1000 * (at + 1) });
    await query(`update book set publisher = $2 where id = $1`, [book, PUBLISHER_OF[side]]);
    const [claim, codeBatch, erratum, institution, rating] = [newId(), newId(), newId(), newId(), newId()];
    await query('insert into institution (id, name, created_at) values ($1, $2, 0)', [institution, SCHOOL_OF[side]]);
    await query(
      `insert into institution_member (id, institution_id, phone, student_no, name, kind, created_at) values ($1, $2, '', $3, $4, 'student', 0)`,
      [newId(), institution, `${at}001`, `${side}生`],
    );
    await query(
      `insert into code_claim (id, user_id, book_id, reason, photo_ids, note, status, created_at) values ($1, $2, $3, 'lost', '{x}', $4, 'open', $5)`,
      [claim, buyer.id, book, `${side}的码丢了`, now],
    );
    await query(
      `insert into code_batch (id, book_id, purpose, state, count, printing, box_size, valid_from, rebind_limit, created_by, created_at)
       values ($1, $2, 'gift', 'requested', 3, $3, 100, $4, 1, $5, $4)`,
      [codeBatch, book, `${side}印次`, now, buyer.id],
    );
    await query(
      `insert into erratum (id, book_id, user_id, version_no, quote, suggestion, state, created_at) values ($1, $2, $3, 1, $4, '正', 'submitted', $5)`,
      [erratum, book, buyer.id, `${side}误`, now],
    );
    await query('insert into book_rating (id, book_id, user_id, stars, body, created_at, updated_at) values ($1, $2, $3, 4, $4, $5, $5)', [
      rating,
      book,
      buyer.id,
      `${side}评`,
      now,
    ]);
    await query(`insert into rating_report (rating_id, user_id, reason, created_at) values ($1, $2, $3, 0)`, [
      rating,
      buyer.id,
      `${side}举报`,
    ]);
    const shortLink = `ZZZZ000${at}`;
    await query(
      `insert into qr_link (code, target_type, target_id, fallback_url, label, created_by, created_at) values ($1, 'book', $2, '', $3, 'x', 0)`,
      [shortLink, book, `${side}码`],
    );
    const order = `2026112200000000000${at}`;
    await insertOrder(order, [{ bookId: book, title, fen: 1000 * (at + 1) }]);
    const [imported] = await query('select id from import_job where book_id = $1', [book]);
    return {
      book,
      claim,
      codeBatch,
      collection: await insertCollection(newId(), `${side}书单`, PUBLISHER_OF[side], [book]),
      erratum,
      import: String(imported?.['id']),
      institution,
      invoice: await insertInvoice(order, `${side}抬头`),
      license: await insertLicense(institution, [book], `${side}合同`),
      rating,
      refund: await insertRefund(order, 100, [book], `${side}要退`),
      shortLink,
      order,
    };
  };
  const things = { 甲: await make('甲', 0), 乙: await make('乙', 1) };

  const sharedOrder = '20261122000000000009';
  await insertOrder(sharedOrder, [
    { bookId: things.甲.book, title: '甲书', fen: 700 },
    { bookId: things.乙.book, title: '乙书', fen: 1300 },
  ]);
  const both = [things.甲.book, things.乙.book];
  const shared = {
    order: sharedOrder,
    refund: await insertRefund(sharedOrder, 2000, [], '两家都要退'),
    invoice: await insertInvoice(sharedOrder, '两家抬头'),
    license: await insertLicense(things.甲.institution, both, '两家合同'),
    wholeLicense: await insertLicense(things.乙.institution, [], '全库合同'),
    collection: await insertCollection(newId(), '两家书单', null, both),
  };
  await query(
    `insert into qr_link (code, target_type, target_id, fallback_url, label, created_by, created_at) values ('ZZZZ0009', 'page', '/helper', '', '平台码', 'x', 0)`,
  );

  const users = new Map<string, TestUser>();
  const schools = new Map(SIDES.map((side) => [`institution:${SCHOOL_OF[side]}`, `institution:${things[side].institution}`]));
  for (const [index, { name, grants }] of ACTORS.entries()) {
    const user = await shop.user(`136000200${String(index).padStart(2, '0')}`);
    const add = grants.map(({ role, scope }) => ({ role, scope: schools.get(scope) ?? scope }));
    const isReader = grants.some(({ role }) => role === 'reader');
    await setRoles(platform, user.id, { add, remove: isReader ? [] : ['reader'] }, 'commandLine');
    users.set(name, user);
  }
  return {
    shop,
    users,
    things,
    shared,
    layCollections: async () => {
      for (const side of SIDES) await insertCollection(things[side].collection, `${side}书单`, PUBLISHER_OF[side], [things[side].book]);
    },
    query,
    user: (name) => {
      const user = users.get(name);
      if (user === undefined) throw new Error(`unknown user ${name}`);
      return user;
    },
  };
};
