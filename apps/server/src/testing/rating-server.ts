/** A server with books that readers rate, for all tests of a file. */
import type { MyRating, RatingList } from '@shufang/contract';
import { grantBook } from '../features/entitlement/grant-book.ts';
import { withBookPerTestServer } from './book-per-test.ts';
import type { TestUser } from './test-server.ts';

export const withRatingServer = () => {
  const books = withBookPerTestServer();
  const { shop, aUser, bookId, query, ask, send } = books;
  return {
    ...books,
    /** Creates a user who owns the book and has opened it. */
    aReader: async (id = bookId()): Promise<TestUser> => {
      const user = await aUser();
      await grantBook(shop().platform.db.orm, shop().platform.clock, { userId: user.id, bookId: id });
      await query(`insert into reading_progress values ($1, $2, 'v', '{"href": "c1.xhtml", "locations": {}}', 0, 'h', 0)`, [user.id, id]);
      return user;
    },
    list: (as?: TestUser, rest = ''): Promise<RatingList> => ask<RatingList>(`/api/rating/list?bookId=${bookId()}${rest}`, as),
    rate: (as: TestUser, stars: unknown, body = '') => send<{ mine: MyRating }>('/api/rating/save', as, { bookId: bookId(), stars, body }),
  };
};
