/** Roles and their order (product.md §5). Deny by default: what is not granted here is refused. */
import { CodedError, type Role } from '@shufang/contract';

/** From the highest down; `getRole` answers the first one a person holds. */
const ROLE_ORDER: readonly Role[] = ['admin', 'editor', 'finance', 'orgAdmin', 'expert', 'author', 'teacher', 'reader'];

/** Everyone with an account is a reader. */
export const highestRole = (held: readonly Role[]): Role => ROLE_ORDER.find((role) => held.includes(role)) ?? 'reader';

/** Throws `account.frozen` for an account that may not be used now. A closing account may still be opened: that is its change of mind. */
export const requireUsableAccount = (status: 'active' | 'frozen' | 'closing' | 'closed'): void => {
  if (status === 'frozen' || status === 'closed') throw new CodedError('account.frozen');
};
