/** Returns the label of a role's scope. */
import { type GrantedRole, scopeKindOf } from '@shufang/contract';

/** Returns the name of a role's scope; undefined for a deleted book or institution. The id of a publisher is its name. */
export const nameOfScope = ({ scope, scopeName }: Pick<GrantedRole, 'scope' | 'scopeName'>): string | undefined =>
  scopeName ?? (scopeKindOf(scope) === 'publisher' ? scope.slice('publisher:'.length) : undefined);
