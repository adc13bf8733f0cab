/** Tests of the public list of errata and of the caller's own list. */
import { expect, test } from 'vitest';
import { testAccess } from '../../testing/test-access.ts';
import { withErrataServer } from './testing/errata-server.ts';

testAccess('listErrata', 'everyone');

const { aUser, list, decide, reported } = withErrataServer();

test('rejected and duplicate errata are listed for their reporter only', async () => {
  const finder = await aUser();
  const [wrong, known] = [await reported(finder), await reported(finder, { suggestion: '另一种写法' })];
  expect((await decide(wrong, { decision: 'reject' })).message).toBe('请写明不采纳的原因');
  expect((await decide(wrong, { decision: 'reject', reply: '通假字，原文无误' })).payload?.state).toBe('rejected');
  expect((await decide(known, { decision: 'duplicate' })).payload?.state).toBe('duplicate');
  expect((await list()).items).toEqual([]);
  expect((await list(finder, 'mine')).items.map(({ state, reply: response }) => [state, response])).toEqual([
    ['duplicate', ''],
    ['rejected', '通假字，原文无误'],
  ]);
});
