/** Valid requests for ratings, errata and searches, for the test that sends each of them twice. */
import { newId } from '@shufang/contract';
import { granted } from './file-fixture.ts';
import type { TestPerson, TestServer } from './test-server.ts';

interface FeedbackRequest {
  readonly as: TestPerson;
  readonly body: object;
}

interface Dependencies {
  readonly shop: () => TestServer;
  readonly aUser: (role?: 'admin' | 'editor' | 'finance') => Promise<TestPerson>;
  readonly bookId: () => string;
}

export const readerFeedbackRequests = ({ shop, aUser, bookId }: Dependencies): Readonly<Record<string, () => Promise<FeedbackRequest>>> => {
  const aRating = async (): Promise<{ as: TestPerson; id: string }> => {
    const as = await aUser();
    const id = newId();
    await shop().platform.db.pool.query(
      'insert into book_rating (id, book_id, user_id, stars, created_at, updated_at) values ($1, $2, $3, 4, 0, 0)',
      [id, bookId(), as.id],
    );
    // This rating is inserted by SQL, so the row with the sum of the book's ratings is inserted here too; otherwise the tested call would
    // create it.
    await shop().platform.db.pool.query('insert into book_rating_sum (book_id) values ($1) on conflict do nothing', [bookId()]);
    return { as, id };
  };
  const aReport = () => ({ bookId: bookId(), quote: `原文 ${newId()}`, suggestion: '改正' });
  return {
    saveRating: async () => ({ as: (await aRating()).as, body: { bookId: bookId(), stars: 5, body: '好书' } }),
    removeRating: async () => ({ as: (await aRating()).as, body: { bookId: bookId() } }),
    reportRating: async () => ({ as: await aUser(), body: { id: (await aRating()).id, reason: '广告' } }),
    decideRating: async () => ({ as: await aUser('editor'), body: { id: (await aRating()).id, decision: 'hide', reason: '广告' } }),
    reportSearch: async () => ({ as: await aUser(), body: { q: `没有的书 ${newId()}`, found: false, note: '想要第二版' } }),
    settleSearchReports: async () => {
      const key = `没有的书 ${newId()}`.toLowerCase();
      await shop().platform.db.pool.query(
        "insert into search_report (id, word_key, query, found, who, reported_at) values ($1, $2, $2, false, 'x', 1)",
        [newId(), key],
      );
      return { as: await aUser('editor'), body: { key, lastAt: 1 } };
    },
    reportErratum: async () => ({ as: await aUser(), body: aReport() }),
    decideErratum: async () => {
      const { id } = granted(await shop().call<{ id: string }>('/api/errata/report', { as: await aUser(), body: aReport() }));
      return { as: await aUser('editor'), body: { id, decision: 'accept' } };
    },
  };
};
