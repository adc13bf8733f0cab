/** Tests of exporting the codes of a batch. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { payloadOf } from '../../platform/http/testing/use-case-result.ts';
import { testAccess } from '../../testing/test-access.ts';
import { outcomeOf } from '../account/testing/account-fixture.ts';
import { decideCodeBatch } from './decide-code-batch.ts';
import { exportCodeBatch } from './export-code-batch.ts';
import { type CodeFixture, createCodeFixture } from './testing/code-fixture.ts';

testAccess('exportCodeBatch', ['finance', 'admin'], 'batchId:codeBatch');

let fixture: CodeFixture;
beforeAll(async () => {
  fixture = await createCodeFixture();
});
afterAll(() => fixture?.drop());

const exportBatch = (batchId: string, more: { boxSize?: number; format?: 'csv' | 'xlsx' } = {}) =>
  payloadOf(exportCodeBatch(fixture.deps, fixture.operator('finance'), { batchId, format: 'csv', ...more }));

it('the codes of an approved batch are exported once, with their boxes', async () => {
  const batchId = await fixture.request(await fixture.book(), 3);
  expect(await outcomeOf(exportBatch(batchId))).toBe('activationCode.batchState');
  await decideCodeBatch(fixture.deps, fixture.operator('finance'), { batchId, approve: true, reply: '' });
  const { batch, fileName, csv, boxes } = await exportBatch(batchId);
  expect([batch.state, fileName, csv?.trim().split('\r\n').length]).toEqual(['exported', `激活码-${batchId}.csv`, 4]);
  expect(boxes).toEqual([
    { box: 1, from: 1, to: 2 },
    { box: 2, from: 3, to: 3 },
  ]);
  expect(await outcomeOf(exportBatch(batchId))).toBe('activationCode.batchState');
  expect((await fixture.auditEventsOf(batchId)).at(-1)).toMatchObject({ action: 'codes.export' });
});

it('an unknown batch is not found', async () => {
  expect(await outcomeOf(exportBatch('none'))).toBe('activationCode.batchNotFound');
});
