/** Tests of the states of an erratum, from its report to the version that fixes it. */
import { LIMITS } from '@shufang/contract';
import { expect, test } from 'vitest';
import { metadataOf } from '../../testing/book-per-test.ts';
import { testAccess } from '../../testing/test-access.ts';
import { testIdempotency } from '../../testing/test-idempotency.ts';
import { withErrataServer } from './testing/errata-server.ts';

testAccess('decideErratum', ['editor', 'admin'], 'id:erratum');

testIdempotency('decideErratum', async ({ aUser, erratumReport, post }) => {
  const { id } = await post<{ id: string }>('/api/errata/report', await aUser(), erratumReport());
  return { as: await aUser('editor'), body: { id, decision: 'accept' } };
});

const { shop, bookId, query, aUser, list, decide, reported } = withErrataServer();

test('an erratum is reported, accepted and fixed in a later version, and is listed for other readers once it is accepted', async () => {
  const [finder, other] = [await aUser(), await aUser()];
  const locator = { href: 'c1.xhtml', title: '开篇', locations: { block: { blockId: 'b1', offset: 2 } }, text: { highlight: '悦' } };
  const long = '这一段原文很长'.repeat(10);
  const id = await reported(finder, { quote: long, reason: '通假字', locator });
  expect(await list(other)).toMatchObject({ items: [], counts: { submitted: 1, accepted: 0 } });
  expect((await list(finder, 'mine')).items).toMatchObject([{ id, state: 'submitted', chapter: '开篇', quote: long, mine: true }]);
  expect((await decide(id, { decision: 'fix' })).code).toBe('errata.decided');
  expect((await decide(id, { decision: 'accept', reply: '谢谢' })).payload).toMatchObject({ state: 'accepted', currentVersion: 1 });
  expect((await decide(id, { decision: 'reject', reply: '再想想' })).code).toBe('errata.decided');
  expect((await decide(id, { decision: 'fix', fixedInVersion: 2 })).code).toBe('errata.versionUnknown');
  await shop().book(
    { metadata: metadataOf('新版'), chapters: [['开篇', '改正过的正文。'.repeat(20)]] },
    { publish: true, bookId: bookId() },
  );
  expect((await decide(id, { decision: 'fix' })).payload).toMatchObject({
    state: 'fixed',
    fixedInVersion: 2,
    reply: '谢谢',
    reason: '通假字',
  });
  const { rows: news } = await query('select kind, subject_id from notice where user_id = $1 order by id', [finder.id]);
  expect(news).toEqual([
    { kind: 'erratumAccepted', subject_id: bookId() },
    { kind: 'erratumFixed', subject_id: bookId() },
  ]);
  const [seen] = (await list(other)).items;
  expect(seen).toMatchObject({ state: 'fixed', versionNo: 1, fixedInVersion: 2, reply: '谢谢', mine: false });
  // For other readers the quote is shortened, and neither the text around it nor the reason is sent.
  expect([...(seen?.quote ?? '')]).toHaveLength(2 * LIMITS.lockedContextChars);
  expect(JSON.stringify(seen)).not.toMatch(/highlight|通假字/);
  const { rows } = await query('select action, before, after from audit_event where target_id = $1 order by id', [id]);
  expect(rows).toEqual([
    { action: 'erratum.accept', before: { state: 'submitted' }, after: { state: 'accepted', bookId: bookId() } },
    { action: 'erratum.fix', before: { state: 'accepted' }, after: { state: 'fixed', bookId: bookId(), fixedInVersion: 2 } },
  ]);
});
