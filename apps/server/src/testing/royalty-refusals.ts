/** Provokes each error of royalties over HTTP. */
import { type ErrorCode, LIMITS, newId } from '@shufang/contract';
import { lastDayOf } from '../features/royalty/periods.ts';
import { royaltyObjects } from './royalty-objects.ts';
import type { TestUser } from './test-server.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

const UNKNOWN = '01m7z00000000000000000000a';

export const royaltyRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => {
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await shop().platform.db.pool.query<Row & Record<string, unknown>>(text, values)).rows;
  let users = 0;
  const aUser = (role?: 'finance' | 'admin' | 'editor'): Promise<TestUser> => {
    users += 1;
    return shop().user(`1377787${String(users).padStart(4, '0')}`, role);
  };
  const objects = () => royaltyObjects({ shop: shop(), query, aUser });
  const post = async (path: string, body: object): Promise<Met> => meet(`/api/admin/royalty/${path}`, body, await aUser('finance'));
  const rateOf = (bookId: string, userId: string, more: object = {}) => ({ bookId, userId, rateBp: 600, validFrom: '2020-01-01', ...more });
  const aBook = async () => {
    const payee = await aUser();
    const bookId = await objects().aRoyaltyBook(payee);
    return { payee, bookId };
  };
  return {
    'royalty.notFound': async () => meet(`/api/author/royalty/get?id=${UNKNOWN}`, undefined, await aUser()),
    'royalty.stateChanged': async () => post('issue', { ids: [(await objects().aStatement('issued')).id] }),
    'royalty.changed': async () => {
      const { id, bookId } = await objects().aStatement();
      await objects().aSale(bookId, 100);
      return post('issue', { ids: [id] });
    },
    'royalty.notConfirmed': async () =>
      post('pay', { ids: [(await objects().aStatement('issued')).id], paidOn: '2026-01-01', reference: 'A1' }),
    'royalty.threadFull': async () => {
      const { id, payee } = await objects().aStatement('disputed');
      await query(
        `insert into royalty_message (id, statement_id, is_from_payee, body, at) select $1 || n, $2, true, '', 0 from generate_series(1, $3::int) n`,
        [newId(), id, LIMITS.royaltyMessagesMax],
      );
      return meet('/api/author/royalty/dispute', { id, body: '还是不对' }, payee);
    },
    'royalty.notContributor': async () => post('rate/save', rateOf((await aBook()).bookId, (await aUser()).id)),
    'royalty.rateOverlap': async () => {
      const { payee, bookId } = await aBook();
      await objects().aRate(bookId, payee);
      return post('rate/save', rateOf(bookId, payee.id));
    },
    'royalty.rateSum': async () => {
      const { payee, bookId } = await aBook();
      await objects().aRate(bookId, payee, 9_500);
      const second = await aUser();
      await query(`insert into book_contributor values ($1, 1, '陆砚', 'author', '', $2)`, [bookId, second.id]);
      return post('rate/save', rateOf(bookId, second.id));
    },
    'royalty.settled': async () => {
      const { bookId } = await objects().aStatement('issued');
      const [row] = await query<{ period: string; user_id: string }>('select period, user_id from royalty_statement where book_id = $1', [
        bookId,
      ]);
      await query('delete from royalty_rate where book_id = $1', [bookId]);
      return post('rate/save', rateOf(bookId, row?.user_id ?? '', { validFrom: lastDayOf(row?.period ?? '') }));
    },
    'royalty.rateNotFound': async () => post('rate/remove', { bookId: (await aBook()).bookId, id: UNKNOWN }),
    'royalty.tooManyRates': async () => {
      const { payee, bookId } = await aBook();
      await objects().aRate(bookId, payee, 1);
      await query(
        `insert into royalty_rate (id, book_id, user_id, rate_bp, valid_from, valid_until)
         select $1 || n, $2, $3, 1, '1900-01-01', '1900-01-01' from generate_series(1, $4::int) n`,
        [newId(), bookId, payee.id, LIMITS.royaltyRatesPerBookMax],
      );
      return post('rate/save', rateOf(bookId, payee.id, { validFrom: '2030-01-01' }));
    },
  };
};
