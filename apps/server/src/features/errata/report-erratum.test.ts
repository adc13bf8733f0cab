/** Tests of the validation of errata and of the permissions to report and decide them. */
import { expect, test } from 'vitest';
import { NOBODY } from '../../testing/book-per-test.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { withErrataServer } from './testing/errata-server.ts';

testAccess('reportErratum', 'every user');
testIdempotency('reportErratum', async ({ aUser, erratumReport }) => ({ as: await aUser(), body: erratumReport() }));

const { shop, bookId, aUser, report, decide, reported } = withErrataServer();

test('signed-in users report errata, invalid reports are rejected, and only editors decide', async () => {
  const finder = await aUser();
  expect((await shop().call('/api/errata/report', { body: { bookId: bookId(), quote: '甲', suggestion: '乙' } })).code).toBe(
    'requestLogin',
  );
  expect((await shop().call(`/api/errata/list?bookId=${bookId()}&whose=mine`)).code).toBe('requestLogin');
  expect((await report(finder, { suggestion: ' 学而时习之，不亦悦乎 ' })).code).toBe('errata.sameText');
  expect((await report(finder, { quote: ' ' })).message).toBe('请填写有误的原文');
  expect((await report(finder, { quote: '字'.repeat(201) })).code).toBe('request.invalid');
  expect((await report(finder, { bookId: NOBODY })).code).toBe('catalog.bookNotFound');
  const id = await reported(finder);
  expect((await decide(id, { decision: 'accept' }, finder)).code).toBe('forbidden');
  expect((await decide(NOBODY, { decision: 'accept' })).code).toBe('errata.notFound');
});
