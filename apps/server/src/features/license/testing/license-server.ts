/** A complete server with a book that licenses open, for all tests of a file. */
import type { InstitutionLicense } from '@shufang/contract';
import type { TestUser } from '../../../testing/test-server.ts';
import { withTestServer } from '../../../testing/with-test-server.ts';

export const DAY_MS = 86_400_000;

export const withLicenseServer = () => {
  let made: { finance: TestUser; bookId: string } | undefined;
  const shop = withTestServer({}, async () => {
    await shop().server.listen({ port: 0, host: '127.0.0.1' });
    made = {
      finance: await shop().user('13966670001', 'finance'),
      bookId: await shop().book({}, { publish: true, accessModel: 'codeOnly', trialChapters: 1 }),
    };
  });
  const objects = () => {
    if (made === undefined) throw new Error('the objects exist only in tests');
    return made;
  };
  const finance = (): TestUser => objects().finance;
  const post = <T = unknown>(as: TestUser, url: string, body: object) => shop().call<T>(`/api/${url}`, { as, body });
  return {
    shop,
    finance,
    /** Returns the id of a book that is opened by codes and licenses only. */
    bookId: (): string => objects().bookId,
    post,
    /** Creates a license of 甲大学 for 30 days, with changed terms. */
    create: (change: object) =>
      post<{ license: InstitutionLicense }>(finance(), 'admin/license/create', {
        institution: '甲大学',
        networks: ['198.51.100.0/24', '2001:db8:1::/48'],
        startsAt: shop().platform.clock.now() - 1,
        endsAt: shop().platform.clock.now() + 30 * DAY_MS,
        ...change,
      }),
  };
};
