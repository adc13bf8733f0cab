/** Counts the pending work of an operator. Each slice counts its own work; the assembly passes the functions in. */
import type { WorkKind } from '@shufang/contract';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { AuthorizedOperation } from '../../platform/http/authorization.ts';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import type { UseCase } from '../../platform/http/register.ts';

export interface WaitingWork {
  /** The operation that handles this kind of work. A user who may call it sees the count within the same access scope. */
  readonly operation: AuthorizedOperation;
  /** Returns the number of pending items for this user and access scope. */
  readonly count: (access: { readonly userId: string; readonly accessScope: AccessScope | undefined }) => Promise<number>;
}

export interface AdminDependencies {
  readonly work: Readonly<Record<WorkKind, WaitingWork>>;
  /** Returns the user's access scope for an operation; undefined if the user may not call it. */
  readonly resolveAccess: (
    reader: SignedInReader,
    operation: AuthorizedOperation,
  ) => Promise<{ readonly accessScope: AccessScope | undefined } | undefined>;
}

export const getAdminWork: UseCase<'getAdminWork', AdminDependencies> = async ({ work, resolveAccess }, { reader }) => {
  const counted = await Promise.all(
    (Object.entries(work) as [WorkKind, WaitingWork][]).map(async ([kind, { operation, count }]) => {
      const access = await resolveAccess(reader, operation);
      return access === undefined ? [] : [[kind, await count({ userId: reader.userId, accessScope: access.accessScope })] as const];
    }),
  );
  return { work: Object.fromEntries(counted.flat()) };
};
