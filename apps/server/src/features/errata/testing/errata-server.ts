/** A server with books in which readers report errata, for all tests of a file. */
import type { AdminErratum, Erratum, listErrata, OutputOf } from '@shufang/contract';
import { withBookPerTestServer } from '../../../testing/book-per-test.ts';
import type { TestUser } from '../../../testing/test-server.ts';

type List = OutputOf<typeof listErrata>;

export const withErrataServer = () => {
  const books = withBookPerTestServer();
  const { bookId, editor, ask, send } = books;
  const report = (as: TestUser, body: object = {}) =>
    send<Erratum>('/api/errata/report', as, {
      bookId: bookId(),
      quote: '学而时习之，不亦悦乎',
      suggestion: '学而时习之，不亦说乎',
      ...body,
    });
  return {
    ...books,
    list: (as?: TestUser, whose = 'all'): Promise<List> => ask<List>(`/api/errata/list?bookId=${bookId()}&whose=${whose}`, as),
    report,
    decide: (id: string, body: object, as = editor()) => send<AdminErratum>('/api/errata/decide', as, { id, ...body }),
    /** Reports an erratum and returns its id. */
    reported: async (as: TestUser, body?: object): Promise<string> => {
      const { payload } = await report(as, body);
      if (payload === null) throw new Error('the erratum was not reported');
      return payload.id;
    },
  };
};
