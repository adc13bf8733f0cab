/** Lists accounts, the newest first. Throws `request.invalid` for a cursor that it did not return. */
import { pageOf, readTimeCursor, writeCursor } from '../../../platform/http/cursor.ts';
import type { UseCase, UseCaseInput, UseCaseOutput } from '../../../platform/http/register.ts';
import { listUserRecords } from './user-list-store.ts';
import { type UserAdminDependencies, withScopeNames } from './user-records.ts';

export const findUsers = async (
  dependencies: UserAdminDependencies,
  { cursor, limit, ...filter }: UseCaseInput<'listUsers'>,
): Promise<UseCaseOutput<'listUsers'>> => {
  const after = readTimeCursor(cursor);
  const found = await listUserRecords(dependencies.db.orm, { ...filter, after, limit: limit + 1 }, dependencies.clock.now());
  const { items, next } = pageOf(found, limit, ({ createdAt, userId }) => writeCursor([createdAt, userId]));
  return { items: await withScopeNames(dependencies, items), ...(next === undefined ? {} : { nextCursor: next }) };
};

export const listUsers: UseCase<'listUsers', UserAdminDependencies> = (dependencies, _caller, input) => findUsers(dependencies, input);
