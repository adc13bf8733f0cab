/** Converts a stored book to the object of the API for editors: metadata, contributors, sale and editions. */
import { type AdminBook, CodedError, type listAdminBooks, type OutputOf } from '@shufang/contract';
import type { Queryable } from '../../../platform/database.ts';
import type { AccessScope } from '../../../platform/http/access-scope.ts';
import { filterBooksInScope } from '../../publication/versions/publisher-scope.ts';
import { coverPath } from '../book-card.ts';
import type { BookAdminDependencies } from '../catalog-dependencies.ts';
import { withoutPublisher } from '../contributors.ts';
import { type AdminBookRow, findAdminBookRow, listContributors, listEditionsOf, type StoredContributor } from './admin-book-store.ts';

/** Returns the edited contributors, or those of the book's file if nobody has edited them. */
export const contributorsOf = async (db: Queryable, row: AdminBookRow): Promise<StoredContributor[]> => {
  const stored = await listContributors(db, row.id);
  if (stored.length > 0 || row.facts_edited) return stored;
  return withoutPublisher(row.contributors).map(({ name, role, unit = '' }) => ({ name, role, unit, userId: undefined }));
};

export const toAdminBookSummary = (row: AdminBookRow): OutputOf<typeof listAdminBooks>['items'][number] => ({
  bookId: row.id,
  title: row.title,
  authors: row.authors,
  isbn: row.isbn ?? '',
  publisher: row.publisher ?? '',
  accessModel: row.access_model,
  priceFen: row.price_fen,
  state: row.shelf_state,
  updatedAt: row.updated_at,
  ...(row.cover_sha256 === null
    ? {}
    : { cover: { url: coverPath(row.id, row.cover_sha256), width: row.cover_width ?? 0, height: row.cover_height ?? 0 } }),
});

/**
 * Returns the book for editors. Its editions are limited to the access scope, because one of another publisher may be unpublished. Throws
 * `catalog.bookNotFound`.
 */
export const readAdminBook = async (
  deps: Pick<BookAdminDependencies, 'db' | 'findUsers' | 'findSale'>,
  bookId: string,
  accessScope: AccessScope | undefined,
): Promise<AdminBook> => {
  const row = await findAdminBookRow(deps.db.orm, bookId);
  if (row === undefined) throw new CodedError('catalog.bookNotFound');
  const contributors = await contributorsOf(deps.db.orm, row);
  const [users, sale, editions] = await Promise.all([
    deps.findUsers(contributors.flatMap(({ userId }) => userId ?? [])),
    deps.findSale(bookId),
    row.work_id === null ? [] : listEditionsOf(deps.db.orm, row.work_id),
  ]);
  const inScope = await filterBooksInScope(
    deps.db.orm,
    editions.map((one) => one.bookId),
    accessScope,
  );
  return {
    ...toAdminBookSummary(row),
    subtitle: row.subtitle ?? '',
    placeOfPublication: row.place_of_publication ?? '',
    description: row.description ?? '',
    categoryIds: row.category_ids,
    ...(row.level === null ? {} : { level: row.level }),
    edition: row.edition,
    editions: editions.filter((one) => inScope.has(one.bookId)),
    ...sale,
    trialChapters: row.trial_chapters,
    ...(row.trial_chosen === null ? {} : { trialChosen: row.trial_chosen }),
    planTag: row.plan_tag ?? '',
    planProof: row.plan_proof ?? '',
    removalNotice: row.removal_notice ?? '',
    contributors: contributors.map(({ name, role, unit, userId }) => {
      const user = userId === undefined ? undefined : users.get(userId);
      return {
        name,
        role,
        unit,
        ...(userId === undefined || user === undefined ? {} : { linked: { userId, name: user.nickname, tel: user.tel } }),
      };
    }),
  };
};
