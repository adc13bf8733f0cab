/** Provokes each error of statistics over HTTP. */
import type { ErrorCode } from '@shufang/contract';
import { makeContributor } from '../features/statistics/testing/statistics-fixture.ts';
import { aBookNamed } from './server-order-fixture.ts';
import type { RefusalDependencies } from './verification-refusals.ts';

export const statisticsRefusals = <Met extends { readonly payload: unknown }>({
  shop,
  bookId,
  aUser,
  meet,
}: Pick<RefusalDependencies<Met>, 'shop' | 'bookId' | 'aUser' | 'meet'>): Partial<Record<ErrorCode, () => Promise<Met>>> => ({
  'statistics.notContributor': async () => meet(`/api/author/statistics?bookId=${bookId()}`, undefined, await aUser()),
  'report.notFound': async () => meet(`/api/report/tracking/file?reportId=${bookId()}&format=pdf`, undefined, await aUser()),
  'report.unknown': async () => meet('/api/report/verify?code=x', undefined, await aUser()),
  'statistics.notPublished': async () => {
    const author = await shop().user('13777714001', 'author');
    const draft = await shop().book(aBookNamed('尚未上架'));
    await shop().platform.db.pool.query(`update book set shelf_state = 'draft' where id = $1`, [draft]);
    await makeContributor(shop(), draft, author.id);
    return meet(`/api/author/statistics?bookId=${draft}`, undefined, author);
  },
});
