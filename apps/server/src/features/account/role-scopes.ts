/** The scopes that roles can be limited to: publishers, institutions, books. */
import { type RoleScopeKind, scopeKindOf } from '@shufang/contract';

/** Finds the publishers, institutions and books that roles can be limited to, in the slices that own them. */
export interface ScopeDirectory {
  /** Returns at most `limit` scopes whose name contains `q`. */
  readonly find: (kind: RoleScopeKind, q: string, limit: number) => Promise<{ readonly id: string; readonly name: string }[]>;
  /** Returns the current names of scopes by id, without scopes that no longer exist. */
  readonly namesOf: (kind: RoleScopeKind, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

const idOf = (scope: string): string => scope.slice(scope.indexOf(':') + 1);

/** Returns the current names of these scopes, by scope. */
export const nameScopes = async (
  { scopes }: { readonly scopes: ScopeDirectory },
  given: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const named = new Map<string, string>();
  for (const kind of new Set(given.flatMap((scope) => scopeKindOf(scope) ?? []))) {
    const mine = given.filter((scope) => scopeKindOf(scope) === kind);
    const names = await scopes.namesOf(kind, [...new Set(mine.map(idOf))]);
    for (const scope of mine) {
      const name = names.get(idOf(scope));
      if (name !== undefined) named.set(scope, name);
    }
  }
  return named;
};
