/** A server with an institution, licenses for two books, and readers of its list. */
import { newId } from '@shufang/contract';
import { aBookNamed } from '../../../testing/server-order-fixture.ts';
import { openTestServer, type TestServer, type TestUser } from '../../../testing/test-server.ts';
import { setRoles } from '../../authorization/change-roles.ts';
import { addMonths, monthOf } from '../../license/months.ts';

export interface LicenseUseScenario {
  readonly shop: TestServer;
  readonly institutionId: string;
  readonly bookIds: readonly [string, string];
  readonly orgAdmin: TestUser;
  /** The last complete month. */
  readonly last: string;
  /** Creates a user who is on the list of the institution. */
  readonly aMember: () => Promise<TestUser>;
  /** Stores requests of `readers` users for a book in a month; each opens it twice and reads three chapters for an hour. */
  readonly use: (bookId: string, month: string, readers: number, from?: number) => Promise<void>;
}

const FIRST_TEL = 13_976_660_000;

export const openLicenseUseScenario = async (): Promise<LicenseUseScenario> => {
  const shop = await openTestServer();
  const { pool } = shop.platform.db;
  const now = shop.platform.clock.now();
  const aBook = (title: string) => shop.book(aBookNamed(title), { publish: true, accessModel: 'codeOnly' });
  const bookIds = [await aBook('论语选读'), await aBook('孟子选读')] as const;
  const institutionId = newId();
  await pool.query(`insert into institution (id, name, created_at) values ($1, '临渠学院', 0)`, [institutionId]);
  for (const [index, bookId] of bookIds.entries())
    await pool.query(
      `insert into institution_license (id, institution_id, scope, book_ids, modes, starts_at, ends_at, contract_no, status, created_at, seats)
       values ($1, $2, 'books', $3, '{roster}', 0, $4, $5, 'active', 0, 50)`,
      [newId(), institutionId, [bookId], now + 400 * 86_400_000, `合同 ${index + 1}`],
    );
  const orgAdmin = await shop.user(String(FIRST_TEL));
  await setRoles(
    shop.platform,
    orgAdmin.id,
    { add: [{ role: 'orgAdmin', scope: `institution:${institutionId}` }], remove: ['reader'] },
    'commandLine',
  );
  let members = 0;
  const readers: string[] = [];
  return {
    shop,
    institutionId,
    bookIds,
    orgAdmin,
    last: addMonths(monthOf(now), -1),
    aMember: async () => {
      members += 1;
      const user = await shop.user(String(FIRST_TEL + members));
      await pool.query(
        `insert into institution_member (id, institution_id, phone, name, kind, created_at) values ($1, $2, $3, '', 'student', 0)`,
        [newId(), institutionId, user.tel],
      );
      return user;
    },
    use: async (bookId, month, count, from = 0) => {
      for (let reader = readers.length; reader < from + count; reader += 1) {
        const id = newId();
        readers.push(id);
        await pool.query(`insert into user_account (id, nickname, created_at, updated_at) values ($1, '', 0, 0)`, [id]);
      }
      const ids = readers.slice(from, from + count);
      await pool.query(`insert into license_use select $1, $2, $3, id, 3, 2 from unnest($4::text[]) as u (id)`, [
        institutionId,
        month,
        bookId,
        ids,
      ]);
      await pool.query(`insert into reading_day select id, 'device0001', $1, $2 || '-15', 3600 from unnest($3::text[]) as u (id)`, [
        bookId,
        month,
        ids,
      ]);
    },
  };
};
