/** Tests of the list of boxes of a batch. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { getCodeBoxes } from './get-code-boxes.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';
import { voidCodes } from './void-codes.ts';

testAccess('getCodeBoxes', ['editor', 'finance', 'admin'], 'batchId:codeBatch');

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const boxes = (batchId: string) => payloadOf(getCodeBoxes(fixture.deps, fixture.operator('finance'), { batchId }));

it('each box has its serial numbers and its number of void codes', async () => {
  const { batchId } = await fixture.exported(await fixture.book(), 3);
  await voidCodes(fixture.deps, fixture.operator('finance'), { batchId, from: 3, to: 3, bound: false, reason: '印错' });
  expect((await boxes(batchId)).boxes).toEqual([
    { box: 1, from: 1, to: 2, void: 0 },
    { box: 2, from: 3, to: 3, void: 1 },
  ]);
  expect(await outcomeOf(boxes('none'))).toBe('activationCode.batchNotFound');
});
