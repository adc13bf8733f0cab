/**
 * Tests that a right that ends closes the content of the book on every process, with and without events. Two servers share one database.
 */
import { newId, type OutputOf, type openBook } from '@shufang/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer, type TestUser } from '../../testing/test-server.ts';
import { revokeEntitlementOfCode } from '../entitlement/code-entitlements.ts';
import { grantBook } from '../entitlement/grant-book.ts';
import { revokeEntitlement, setEntitlementsOfOrder } from '../entitlement/store.ts';
import { REVOCATIONS_REREAD_MS, REVOCATIONS_TRUSTED_MS } from './revocation-list.ts';
import { forgetOldRevocations } from './revocation-store.ts';

type Opened = OutputOf<typeof openBook>;

const ADDRESS = '198.51.100.20';
const chapters = ['一', '二', '三', '四'].map((name): [string, string] => [`第${name}章`, `第${name}章的正文。`.repeat(40)]);

let here: TestServer;
let there: TestServer;
let admin: TestUser;
let paidBook: string;
let books = 0;
let userCount = 0;

beforeAll(async () => {
  here = await openTestServer();
  const { databaseUrl = '', dataDir } = here.platform.config;
  there = await openTestServer({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir });
  admin = await here.user('13944440000', 'admin');
  paidBook = await aBook();
});
afterAll(async () => {
  await there?.close();
  await here?.close();
});

const query = (text: string, values: unknown[] = []) => here.platform.db.pool.query(text, values);
const aUser = () => here.user(`1394444${String(++userCount).padStart(4, '0')}`);
const aBook = (accessModel: 'free' | 'paid' = 'paid'): Promise<string> => {
  books += 1;
  const metadata = `<dc:identifier id="id">ended-${books}</dc:identifier><dc:title>书 ${books}</dc:title><dc:language>zh-CN</dc:language><dc:publisher>甲出版社</dc:publisher>`;
  const price = accessModel === 'paid' ? { priceFen: 3_900 } : {};
  return here.book({ metadata, chapters }, { publish: true, accessModel, trialChapters: 2, ...price });
};

const openOn = async (server: TestServer, bookId: string, as?: TestUser, remoteAddress = '127.0.0.1'): Promise<Opened> => {
  const response = await server.server.inject({
    url: `/api/learn/open?bookId=${bookId}`,
    headers: { host: 'localhost:8080', ...as?.headers },
    remoteAddress,
  });
  const { payload, code } = response.json<{ payload: Opened | null; code: string }>();
  if (payload === null) throw new Error(code);
  return payload;
};
const statusOn = async (server: TestServer, opened: Opened, index = 3): Promise<number> => {
  const href = opened.readingOrder.items[index]?.segments[0]?.href ?? 'none';
  const url = new URL(opened.content.baseUrl + href);
  return (await server.request({ method: 'GET', url: url.pathname, headers: { host: url.host } })).statusCode;
};
const statuses = async (opened: Opened, index?: number): Promise<number[]> => [
  await statusOn(here, opened, index),
  await statusOn(there, opened, index),
];
const hereTransaction = (work: Parameters<TestServer['platform']['db']['transaction']>[0]) => here.platform.db.transaction(work);

interface Reading {
  readonly bookId: string;
  readonly as?: TestUser;
  readonly address?: string;
  /** Index of a document that is open before the right ends and closed afterwards; undefined: the last document of the book. */
  readonly index?: number;
  readonly end: () => Promise<unknown>;
}

const owned = async (source: 'order' | 'code' | 'gift', end: (as: TestUser) => Promise<unknown>): Promise<Reading> => {
  const as = await aUser();
  await query(
    `insert into entitlement (id, user_id, book_id, source, source_id, starts_at, status, created_at) values ($1, $2, $3, $4, $2, 0, 'active', 0)`,
    [newId(), as.id, paidBook, source],
  );
  return { bookId: paidBook, as, end: () => end(as) };
};
const callAdmin = async (path: string, body: object): Promise<void> => {
  const response = await here.call(`/api/admin/${path}`, { as: admin, body });
  if (response.code !== 'success') throw new Error(`${path}: ${response.code} ${response.message}`);
};

/** Creates a book licensed by an institution; the caller of this function adds the reader to the institution. */
const licensed = async (columns: { networks?: string; modes?: string; seats?: number } = {}) => {
  const [bookId, institutionId, licenseId] = [paidBook, newId(), newId()];
  await query('insert into institution (id, name, created_at) values ($1, $2, 0)', [institutionId, `学校 ${institutionId}`]);
  await query(
    `insert into institution_license (id, institution_id, scope, book_ids, networks, modes, starts_at, ends_at, status, created_at, seats)
      values ($1, $2, 'books', array[$3], $4::cidr[], $5::text[], 0, 9000000000000, 'active', 0, $6)`,
    [licenseId, institutionId, bookId, columns.networks ?? '{}', columns.modes ?? '{roster}', columns.seats ?? null],
  );
  return { bookId, institutionId, licenseId };
};
const listed = async (
  by: 'phone' | 'studentNo',
  end: (ids: Awaited<ReturnType<typeof licensed>> & { memberId: string; as: TestUser }) => Promise<unknown>,
  seats?: number,
): Promise<Reading> => {
  const license = await licensed(seats === undefined ? {} : { seats });
  const [as, memberId] = [await aUser(), newId()];
  await query(
    `insert into institution_member (id, institution_id, phone, student_no, name, kind, user_id, created_at) values ($1, $2, $3, $4, '颜回', 'student', $5, 0)`,
    [memberId, license.institutionId, by === 'phone' ? as.tel : '', by === 'phone' ? '' : memberId, by === 'phone' ? null : as.id],
  );
  return { bookId: license.bookId, as, end: () => end({ ...license, memberId, as }) };
};

const causes: Readonly<Record<string, () => Promise<Reading>>> = {
  refund: () => owned('order', (as) => hereTransaction((tx) => revokeEntitlement(tx, as.id, 'order', as.id))),
  'suspension of its order': () =>
    owned('order', (as) => hereTransaction((tx) => setEntitlementsOfOrder(tx, as.id, { status: 'suspended', reason: '核查' }))),
  'release of its code': () => owned('code', (as) => hereTransaction((tx) => revokeEntitlementOfCode(tx, as.id, as.id))),
  'a shorter term': () => owned('gift', (as) => query('update entitlement set ends_at = 1 where user_id = $1', [as.id])),
  'deletion of the right': () => owned('gift', (as) => query('delete from entitlement where user_id = $1', [as.id])),
  'transfer to another user': () =>
    owned('gift', (as) => query('update entitlement set user_id = $2 where user_id = $1', [as.id, admin.id])),
  'ordered removal': async () => {
    const [bookId, as] = [await aBook(), await aUser()];
    await grantBook(here.platform.db.orm, here.platform.clock, { userId: as.id, bookId });
    return { bookId, as, end: () => callAdmin('book/removal', { bookId, notice: '依法停止使用', reason: '通知' }) };
  },
  'ordered removal of a free book with an anonymous reader': async () => {
    const bookId = await aBook('free');
    return { bookId, end: () => callAdmin('book/removal', { bookId, notice: '依法停止使用', reason: '通知' }) };
  },
  'unpublishing of a free book': async () => {
    const bookId = await aBook('free');
    return { bookId, end: () => query("update book set shelf_state = 'offShelf' where id = $1", [bookId]) };
  },
  'a price set for a free book': async () => {
    const bookId = await aBook('free');
    return { bookId, end: () => query("update book set access_model = 'paid', price_fen = 100 where id = $1", [bookId]) };
  },
  'a trial with fewer chapters': async () => {
    const bookId = await aBook();
    return { bookId, index: 1, end: () => query('update book set trial_chapters = 1 where id = $1', [bookId]) };
  },
  'a trial with other chapters': async () => {
    const bookId = await aBook();
    return { bookId, index: 1, end: () => query("update book set trial_chapters = 1, trial_chosen = '{x}' where id = $1", [bookId]) };
  },
  'deletion of the book': async () => {
    const bookId = await aBook('free');
    return {
      bookId,
      end: () =>
        hereTransaction(
          async (tx) =>
            void (await tx.execute(
              `update book set current_version_id = null where id = '${bookId}'; delete from book where id = '${bookId}'`,
            )),
        ),
    };
  },
  'suspension of a license by IP range': async () => {
    const { bookId, licenseId } = await licensed({ networks: '{198.51.100.0/24}', modes: '{ip}' });
    return { bookId, address: ADDRESS, end: () => callAdmin('license/status', { licenseId, status: 'suspended', reason: '欠费' }) };
  },
  'suspension of a license by roster': () =>
    listed('phone', ({ licenseId }) => callAdmin('license/status', { licenseId, status: 'suspended', reason: '欠费' })),
  'revocation of an institution’s right': async () => {
    const [bookId, institutionId, as] = [paidBook, newId(), await aUser()];
    await query('insert into institution (id, name, created_at) values ($1, $1, 0)', [institutionId]);
    await query(
      `insert into institution_member (id, institution_id, phone, name, kind, created_at) values ($1, $2, $3, '颜回', 'student', 0)`,
      [newId(), institutionId, as.tel],
    );
    await query(
      `insert into entitlement (id, holder, holder_id, book_id, source, starts_at, status, created_at) values ($1, 'institution', $2, $3, 'license', 0, 'active', 0)`,
      [newId(), institutionId, bookId],
    );
    return { bookId, as, end: () => query("update entitlement set status = 'revoked' where holder_id = $1", [institutionId]) };
  },
  'removal from the roster by phone number': () =>
    listed('phone', ({ institutionId, memberId }) => callAdmin('institution/members/remove', { institutionId, memberIds: [memberId] })),
  'removal from the roster by student number': () =>
    listed('studentNo', ({ institutionId, memberId }) => callAdmin('institution/members/remove', { institutionId, memberIds: [memberId] })),
  'a shorter membership': () =>
    listed('phone', ({ memberId }) => query('update institution_member set valid_until = 1 where id = $1', [memberId])),
  'another phone number on the roster': () =>
    listed('phone', ({ memberId }) => query("update institution_member set phone = '13900000000' where id = $1", [memberId])),
  'another phone number of the account': () =>
    listed('phone', ({ as }) => query('update user_account set tel = $2 where id = $1', [as.id, `138${as.tel.slice(3)}`])),
  'loss of the seat': () => listed('phone', ({ as }) => query('delete from license_seat where user_id = $1', [as.id]), 1),
  'removal of a staff role': async () => {
    const [bookId, as] = [paidBook, await here.user(`1394445${String(++userCount).padStart(4, '0')}`, 'editor')];
    return { bookId, as, end: () => callAdmin('user/roles', { userId: as.id, remove: [{ role: 'editor' }], reason: '离职' }) };
  },
  'removal of a contributor': async () => {
    const [bookId, as] = [await aBook(), await aUser()];
    await query(`insert into book_contributor (book_id, position, name, role, user_id) values ($1, 0, '左丘明', 'chiefEditor', $2)`, [
      bookId,
      as.id,
    ]);
    return { bookId, as, end: () => query('delete from book_contributor where book_id = $1', [bookId]) };
  },
  'unlinking of a contributor': async () => {
    const [bookId, as] = [await aBook(), await aUser()];
    await query(`insert into book_contributor (book_id, position, name, role, user_id) values ($1, 0, '左丘明', 'chiefEditor', $2)`, [
      bookId,
      as.id,
    ]);
    return { bookId, as, end: () => query('update book_contributor set user_id = null where book_id = $1', [bookId]) };
  },
  'freezing of the account': () => owned('gift', (as) => callAdmin('user/freeze', { userId: as.id, reason: '滥用' })),
  'a status of the account set in the database': () =>
    owned('gift', (as) => query("update user_account set status = 'frozen' where id = $1", [as.id])),
  'sign-out': () => owned('gift', (as) => here.call('/api/user/auth/logout', { as })),
  'replacement of the session': () => owned('gift', (as) => query(`update session set sid = 'newer' where user_id = $1`, [as.id])),
};

/** Names of the causes that are tested with events: one for each kind of key in the revocation list, and the end of the session. */
const byEvent = ['refund', 'ordered removal', 'suspension of a license by IP range', 'removal from the roster by phone number', 'sign-out'];

describe('a right that ends', () => {
  test.each(byEvent)('a right that ends by %s closes the book at once on every process', async (cause) => {
    const { bookId, as, address, index, end } = await (causes[cause] as () => Promise<Reading>)();
    const opened = await openOn(there, bookId, as, address);
    expect(await statuses(opened, index)).toEqual([200, 200]);
    await end();
    await expect.poll(() => statuses(opened, index)).toEqual([403, 403]);
  });

  describe('when no events are delivered', () => {
    beforeAll(async () => {
      const { rows } = await query("select pg_get_functiondef('revoke_content'::regproc) as definition");
      const silent = String((rows[0] as { definition: string }).definition).replace("perform pg_notify('shufang_revoked', '');", '');
      await query(silent);
      // The event bus is closed too, because its events would tell the server about ended sessions.
      for (const server of [here, there]) await server.platform.events.close();
    });

    test.each(Object.keys(causes))('a right that ends by %s closes the book within 30 s on every process', async (cause) => {
      const { bookId, as, address, index, end } = await (causes[cause] as () => Promise<Reading>)();
      const opened = await openOn(there, bookId, as, address);
      expect(await statuses(opened, index)).toEqual([200, 200]);
      await end();
      for (const server of [here, there]) server.platform.advanceClock?.(REVOCATIONS_REREAD_MS);
      expect(await statuses(opened, index)).toEqual([403, 403]);
    });

    test('an unreadable revocation list is trusted for less than 60 s, then content is refused until it can be read again', async () => {
      const as = await aUser();
      await grantBook(here.platform.db.orm, here.platform.clock, { userId: as.id, bookId: paidBook });
      const opened = await openOn(there, paidBook, as);
      expect(await statusOn(there, opened)).toBe(200);
      await query('alter table shufang_local.content_revision rename to content_revision_away');
      // The clock of a running server advances, so revocation-list.test.ts tests the exact limits.
      there.platform.advanceClock?.(REVOCATIONS_REREAD_MS);
      expect(await statusOn(there, opened)).toBe(200);
      there.platform.advanceClock?.(REVOCATIONS_TRUSTED_MS - REVOCATIONS_REREAD_MS);
      expect(await statusOn(there, opened)).toBe(503);
      await query('alter table shufang_local.content_revision_away rename to content_revision');
      expect(await statusOn(there, opened)).toBe(200);
    });
  });
});

describe('a right that continues', () => {
  test('a valid right has the same content URL while the rights of other users end, and a renewed right opens the book again', async () => {
    const [bookId, stays, leaves] = [paidBook, await aUser(), await aUser()];
    for (const { id: userId } of [stays, leaves]) await grantBook(here.platform.db.orm, here.platform.clock, { userId, bookId });
    const [before, gone] = [await openOn(there, bookId, stays), await openOn(there, bookId, leaves)];
    await query("update entitlement set status = 'revoked' where user_id = $1", [leaves.id]);
    there.platform.advanceClock?.(REVOCATIONS_REREAD_MS);
    expect([await statusOn(there, before), await statusOn(there, gone)]).toEqual([200, 403]);
    expect((await openOn(there, bookId, stays)).content.baseUrl.split('/~c/')[1]).toBe(before.content.baseUrl.split('/~c/')[1]);
    await grantBook(here.platform.db.orm, here.platform.clock, { userId: leaves.id, bookId });
    const again = await openOn(there, bookId, leaves);
    expect([await statusOn(there, again), await statusOn(there, gone)]).toEqual([200, 403]);
  });

  test('a revocation committed after one with a greater revision still closes the book', async () => {
    const [bookId, as] = [paidBook, await aUser()];
    await grantBook(here.platform.db.orm, here.platform.clock, { userId: as.id, bookId });
    const slow = await here.platform.db.pool.connect();
    await slow.query('begin');
    await slow.query("update entitlement set status = 'revoked' where user_id = $1", [as.id]);
    // While this transaction is open, another right ends and a book is opened, so the server reads the list of revocations.
    const other = await aBook('free');
    await query("update book set shelf_state = 'offShelf' where id = $1", [other]);
    const opened = await openOn(there, bookId, as);
    await slow.query('commit');
    slow.release();
    there.platform.advanceClock?.(REVOCATIONS_REREAD_MS);
    expect(await statusOn(there, opened)).toBe(403);
  });
});

test('tickets sealed before a database restore are invalid', async () => {
  const opened = await openOn(there, await aBook('free'));
  expect(await statusOn(there, opened)).toBe(200);
  await query('update shufang_local.content_revision set revision = revision + 1, floor = revision + 1');
  there.platform.advanceClock?.(REVOCATIONS_REREAD_MS);
  expect(await statusOn(there, opened)).toBe(403);
});

test('revocations are deleted after the longest ticket sealed before them has expired, not earlier', async () => {
  const stored = async (key: string, age: string) =>
    query(`insert into shufang_local.content_revocation values ($1, 1, clock_timestamp() - $2::interval)`, [key, age]);
  await stored('user:old', '14 hours');
  await stored('user:young', '12 hours');
  expect(await forgetOldRevocations(here.platform)).toBe(1);
  const { rows } = await query("select key from shufang_local.content_revocation where key in ('user:old', 'user:young')");
  expect(rows).toEqual([{ key: 'user:young' }]);
});
