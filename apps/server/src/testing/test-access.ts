/** Registers, in the test file of an operation, the tests of who may call it and in which scope. */
import * as contract from '@shufang/contract';
import { isOperation, isRawOperation, type Operation, type RawOperation, role } from '@shufang/contract';
import { expect, test } from 'vitest';
import { type Actor, isAllowed } from '../features/authorization/grants.ts';

const USERS = ['reader', 'teacher', 'author', 'expert', 'editor', 'finance', 'orgAdmin', 'admin'] as const satisfies readonly Actor[];
const GROUPS = { everyone: ['anonymous', ...USERS], 'every user': USERS } as const;
/** Actors that may never call an operation of the admin area. */
const OUTSIDERS: readonly Actor[] = ['anonymous', 'reader', 'teacher', 'author', 'expert'];
const ACTORS: readonly Actor[] = ['anonymous', ...role.options];

export const operations: readonly (Operation | RawOperation)[] = Object.values<unknown>(contract).filter(
  (value) => isOperation(value) || isRawOperation(value),
);

/** Returns the scope of an operation as in `testAccess`. */
const scopeText = ({ scope }: Operation | RawOperation): string | undefined => {
  if (scope === undefined || typeof scope === 'string') return scope;
  return Object.entries(scope)
    .map(([field, object]) => `${field}:${object}`)
    .join(' ');
};

/**
 * Tests that exactly these actors may call the operation `name`, and that its scope is `scope`. Both are copied by hand from product.md §5
 * and not derived from the contract or the grants: a changed one is a decision. A scope is `platform` (refused to a role with a limited
 * scope), `filtered` (lists, counts and files within the access scope), or fields of the input with the objects they name, such as
 * `bookId:book`: a limited role is admitted only for objects in its scope.
 */
export const testAccess = (name: string, actors: keyof typeof GROUPS | readonly Actor[], scope?: string): void => {
  const expected: readonly Actor[] = typeof actors === 'string' ? GROUPS[actors] : actors;
  test(`${name} may be called by ${typeof actors === 'string' ? actors : actors.join(', ')}`, () => {
    const operation = operations.find((each) => each.name === name);
    if (operation === undefined) throw new Error(`${name} is no operation of the contract`);
    const admitted = ACTORS.filter((actor) => isAllowed(operation, actor === 'anonymous' ? undefined : [actor]));
    expect(admitted.toSorted()).toEqual([...expected].toSorted());
    expect(scopeText(operation)).toBe(scope);
    const outsiders = operation.path.startsWith('/api/admin/') ? expected.filter((actor) => OUTSIDERS.includes(actor)) : [];
    expect(outsiders).toEqual([]);
  });
};
