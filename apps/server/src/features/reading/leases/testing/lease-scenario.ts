/** Books, readers and devices for tests of leases. */
import { type Envelope, newId, type OutputOf, type obtainLease } from '@shufang/contract';
import { assembleAccount } from '../../../../app/assemble-account.ts';
import { granted } from '../../../../testing/file-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../../testing/test-server.ts';
import { completeSignIn } from '../../../account/complete-sign-in.ts';
import { grantBook } from '../../../entitlement/grant-book.ts';

export type ObtainedLease = OutputOf<typeof obtainLease>;

export interface LeaseScenario {
  readonly shop: TestServer;
  aReader(): Promise<TestUser>;
  /** Returns a paid book with two trial chapters out of four. */
  aBook(): Promise<string>;
  grant(as: TestUser, bookId: string, endsAt?: number): Promise<void>;
  /** Returns a reader who owns the book, and the book. */
  anOwnedBook(): Promise<{ as: TestUser; bookId: string }>;
  /** Returns a book that is licensed to an institution by a list with the reader. */
  aLicensedBook(as: TestUser, columns: { concurrent?: number; seats?: number }): Promise<string>;
  /** Makes a call on a device of the reader, who is signed in there. */
  callOn<T>(deviceId: string, as: TestUser, path: string, body?: object): Promise<Envelope<T>>;
  obtain(deviceId: string, as: TestUser, bookId: string): Promise<Envelope<ObtainedLease>>;
  /** Like `obtain`; throws if the lease is refused. */
  lease(deviceId: string, as: TestUser, bookId: string): Promise<ObtainedLease>;
  close(): Promise<void>;
}

export const WINDOWS_CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

export const openLeaseScenario = async (): Promise<LeaseScenario> => {
  const shop = await openTestServer({ SESSIONS_PER_DEVICE_TYPE: '20' });
  const { db, clock } = shop.platform;
  const account = assembleAccount(shop.platform);
  const sessions = new Map<string, Promise<string>>();
  const signIn = async ({ id, tel }: TestUser, deviceId: string): Promise<string> =>
    (await completeSignIn(account, { id, nickname: tel, avatar: '' }, { deviceCode: 'web', deviceId, userAgent: WINDOWS_CHROME }))
      .dpAuthToken;
  const tokenOn = (as: TestUser, deviceId: string): Promise<string> => {
    const name = `${as.id} ${deviceId}`;
    const token = sessions.get(name) ?? signIn(as, deviceId);
    sessions.set(name, token);
    return token;
  };
  let readers = 0;
  let books = 0;
  const scenario: LeaseScenario = {
    shop,
    aReader: () => shop.user(`1397777${String(++readers).padStart(4, '0')}`),
    aBook: () => {
      books += 1;
      return shop.book(
        {
          metadata: `<dc:identifier id="id">leased-${books}</dc:identifier><dc:title>书 ${books}</dc:title><dc:language>zh-CN</dc:language>`,
          chapters: ['一', '二', '三', '四'].map((name): [string, string] => [`第${name}章`, `第${name}章的正文。`.repeat(400)]),
        },
        { publish: true, accessModel: 'paid', trialChapters: 2, priceFen: 3_900 },
      );
    },
    grant: async (as, bookId, endsAt) => {
      await grantBook(db.orm, clock, { userId: as.id, bookId, ...(endsAt === undefined ? {} : { endsAt }) });
    },
    anOwnedBook: async () => {
      const [as, bookId] = [await scenario.aReader(), await scenario.aBook()];
      await scenario.grant(as, bookId);
      return { as, bookId };
    },
    aLicensedBook: async (as, { concurrent, seats }) => {
      const [bookId, institutionId] = [await scenario.aBook(), newId()];
      await db.pool.query('insert into institution (id, name, created_at) values ($1, $2, 0)', [institutionId, `学校 ${institutionId}`]);
      await db.pool.query(
        `insert into institution_license (id, institution_id, scope, book_ids, networks, modes, starts_at, ends_at, status, created_at, seats, concurrent)
          values ($1, $2, 'books', array[$3], '{}'::cidr[], '{roster}', 0, 9000000000000, 'active', 0, $4, $5)`,
        [newId(), institutionId, bookId, seats ?? null, concurrent ?? null],
      );
      await db.pool.query(
        `insert into institution_member (id, institution_id, phone, student_no, name, kind, created_at) values ($1, $2, $3, '', '颜回', 'student', 0)`,
        [newId(), institutionId, as.tel],
      );
      return bookId;
    },
    callOn: async (deviceId, as, path, body) =>
      shop.call(path, {
        as,
        ...(body === undefined ? {} : { body }),
        headers: { authorization: `dp-token ${await tokenOn(as, deviceId)}`, 'x-device-id': deviceId, 'user-agent': WINDOWS_CHROME },
      }),
    obtain: (deviceId, as, bookId) => scenario.callOn(deviceId, as, '/api/offline/lease', { bookId }),
    lease: async (deviceId, as, bookId) => granted(await scenario.obtain(deviceId, as, bookId)),
    close: () => shop.close(),
  };
  return scenario;
};
