import * as contract from '@shufang/contract';
import { isOperation } from '@shufang/contract';
import { expect, it } from 'vitest';
import { emptyPayload } from './empty-payload.ts';

const operations = Object.values<unknown>(contract).filter(isOperation);

it('every operation has an empty payload', () => {
  expect(operations.length).toBeGreaterThan(200);
  const without = operations.flatMap(({ name, output }) => {
    try {
      emptyPayload(output);
      return [];
    } catch (error) {
      return [`${name}: ${String(error)}`];
    }
  });
  expect(without).toEqual([]);
});

it('an empty payload has no items in lists, counts of zero and no optional fields', () => {
  expect(emptyPayload(contract.listAdminBooks.output)).toMatchObject({ items: [] });
  expect(emptyPayload(contract.listAuthRoles.output)).toEqual({ roles: [], permissions: [] });
});
