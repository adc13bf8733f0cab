/** Who may make which call, as the router asks it. The table itself is the account slice's (`policy.ts`). */
import type { Role } from '@shufang/contract';

export interface CallPolicy {
  /** The permission a call needs, for the OpenAPI document; `undefined`: nobody may make it. */
  needs(callName: string): string | undefined;
  /** `roles` of the caller; absent for a visitor who is not signed in. */
  admits(callName: string, roles: readonly Role[] | undefined): boolean;
}
