import { expect, it } from 'vitest';
import { contractIndexOf } from './make-contract-index.mjs';

it('exports every file of the contract, sorted by name', () => {
  expect(contractIndexOf(['orders/refund-order.ts', 'orders/order-fields.ts', 'orders/order.ts', 'errors.ts'])).toBe(
    ["'./errors.ts'", "'./orders/order.ts'", "'./orders/order-fields.ts'", "'./orders/refund-order.ts'"]
      .map((file) => `export * from ${file};\n`)
      .join(''),
  );
});

it('sorts the files of a folder before those of another one whose name continues with a hyphen', () => {
  expect(contractIndexOf(['reading-time/report.ts', 'reading/report.ts'])).toBe(
    "export * from './reading/report.ts';\nexport * from './reading-time/report.ts';\n",
  );
});

it('leaves out the limits of slices, tests, fixtures, the index itself and everything that is not a source file', () => {
  const files = ['index.ts', 'page-limit.ts', 'orders/limits.ts', 'errors.test.ts', 'publication/block-text.fixtures.ts', 'orders'];
  expect(contractIndexOf(files)).toBe('');
});
