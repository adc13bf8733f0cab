import { expect, it } from 'vitest';
import { findOperations, lackingFiles, operationFindings } from './operation-files.mjs';

const CONTRACT = 'packages/contract/src/orders/refund-order.ts';
const USE_CASE = 'apps/server/src/features/orders/refunds/refund-order.ts';
const TEST = 'apps/server/src/features/orders/refunds/refund-order.test.ts';

const readerOf =
  (exceptions: object = {}) =>
  (file: string): string =>
    file.endsWith('exceptions.json') ? JSON.stringify(exceptions) : 'export const refundOrder = operation({ name: "refundOrder" });\n';

it('finds an operation in the file of the contract that declares it', () => {
  expect(findOperations([CONTRACT, TEST], readerOf())).toEqual([
    { name: 'refundOrder', slice: 'orders', contractFile: 'refund-order', file: 'refund-order' },
  ]);
});

it('finds an operation whose response is not JSON', () => {
  const read = (): string => 'export const getCover = rawOperation({ name: "getCover" });\n';
  expect(findOperations(['packages/contract/src/catalog/get-cover.ts'], read)).toEqual([
    { name: 'getCover', slice: 'catalog', contractFile: 'get-cover', file: 'get-cover' },
  ]);
});

it('reports nothing for an operation with a use case and a test of its name', () => {
  expect(operationFindings([CONTRACT, USE_CASE, TEST], readerOf())).toEqual([]);
});

it('names each missing file of an operation', () => {
  expect(operationFindings([CONTRACT, USE_CASE], readerOf())).toEqual([expect.stringContaining('refund-order.test.ts')]);
  expect(operationFindings([CONTRACT, TEST], readerOf())).toEqual([expect.stringContaining('refund-order.ts')]);
  expect(operationFindings([CONTRACT], readerOf())).toHaveLength(2);
});

it('requires nothing of an exception, which needs a reason and an existing operation', () => {
  expect(operationFindings([CONTRACT], readerOf({ refundOrder: 'shown by the test of requestRefund' }))).toEqual([]);
  expect(operationFindings([CONTRACT], readerOf({ refundOrder: '' }))).toHaveLength(1);
  expect(operationFindings([CONTRACT, USE_CASE, TEST], readerOf({ payNothing: 'no reason' }))).toHaveLength(1);
});

it('reports an operation that is declared in a file of another name', () => {
  const files = ['packages/contract/src/orders/refunds.ts', USE_CASE, TEST];
  expect(lackingFiles(findOperations(files, readerOf()), files)[0]?.lacks).toEqual(['contract']);
  expect(operationFindings(files, readerOf())).toEqual([expect.stringContaining('packages/contract/src/orders/refund-order.ts')]);
});
