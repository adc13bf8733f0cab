/** Authorization of calls, as the router needs it. The rules belong to the slice `authorization`. */
import type { Operation, Role } from '@shufang/contract';
import type { AccessScope } from './access-scope.ts';
import type { SignedInReader } from './call-context.ts';

/** The fields of an operation, or of another route, that decide who may call it. */
export type AuthorizedOperation = Pick<Operation, 'permission' | 'scope'>;

export interface Authorization {
  /** Returns whether the roles of the caller grant the permission. `roles` absent: an anonymous user. */
  readonly isAllowed: (operation: AuthorizedOperation, roles: readonly Role[] | undefined) => boolean;
  /**
   * Returns the access scope of the caller of an admin operation, undefined for unrestricted access and for other operations. Throws
   * `platformOnly` if the operation concerns the whole platform and the caller's roles are limited.
   */
  readonly accessScopeOf: (operation: AuthorizedOperation, reader: SignedInReader | undefined) => Promise<AccessScope | undefined>;
  /** Throws the not-found error of the object if `input` names one outside the access scope. */
  readonly requireInScope: (operation: AuthorizedOperation, accessScope: AccessScope | undefined, input: unknown) => Promise<void>;
}
