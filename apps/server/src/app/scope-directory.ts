/** Finds the publishers and institutions for which roles can be granted, in the slices that store them. */
import type { RoleScopeKind } from '@shufang/contract';
import type { ScopeDirectory } from '../features/account/role-scopes.ts';
import { findBooks } from '../features/catalog/find-books.ts';
import { findBookTitles, findPublishers, listPublishersAmong } from '../features/catalog/find-scopes.ts';
import { findInstitutions, listInstitutionsAmong } from '../features/license/license-store.ts';
import type { Queryable } from '../platform/database.ts';

type Named = readonly { readonly id: string; readonly name: string }[];

interface Shelf {
  readonly find: (db: Queryable, q: string, limit: number) => Promise<{ id: string; name: string }[]>;
  readonly among: (db: Queryable, ids: readonly string[]) => Promise<Named>;
}

const shelves: Readonly<Record<RoleScopeKind, Shelf>> = {
  publisher: { find: findPublishers, among: listPublishersAmong },
  institution: { find: findInstitutions, among: listInstitutionsAmong },
  book: {
    find: findBookTitles,
    among: async (db, ids) => (await findBooks(db, ids)).map(({ id, title }) => ({ id, name: `《${title}》` })),
  },
};

export const scopeDirectory = (db: Queryable): ScopeDirectory => ({
  find: (kind, q, limit) => shelves[kind].find(db, q, limit),
  namesOf: async (kind, ids) => new Map((await shelves[kind].among(db, ids)).map(({ id, name }) => [id, name])),
});
