/** What the part of the platform is called that a role was given for. */
import { type HeldRole, scopeKindOf } from '@shufang/contract';

/** Undefined for a book or an institution that is gone. A publisher's id is its name. */
export const nameOfScope = ({ scope, scopeName }: Pick<HeldRole, 'scope' | 'scopeName'>): string | undefined =>
  scopeName ?? (scopeKindOf(scope) === 'publisher' ? scope.slice('publisher:'.length) : undefined);
