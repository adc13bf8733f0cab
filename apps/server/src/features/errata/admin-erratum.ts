/** Converts errata for editors, with the reporter and the current version of the book. */
import type { AdminErratum } from '@shufang/contract';
import { findBooks } from '../catalog/find-books.ts';
import { findReleasedVersion } from '../publication/versions/read-version.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import type { StoredErratum } from './store.ts';

/** Returns the title and the number of the current version of each book, by book id. */
export const booksOfErrata = async (
  { db }: Pick<ErrataDependencies, 'db'>,
  errata: readonly StoredErratum[],
): Promise<ReadonlyMap<string, { title: string; versionNo: number }>> => {
  const books = await findBooks(db.orm, [...new Set(errata.map(({ bookId }) => bookId))]);
  return new Map(
    await Promise.all(
      books.map(async ({ id, title, currentVersionId }) => {
        const version = currentVersionId === undefined ? undefined : await findReleasedVersion(db.orm, currentVersionId);
        return [id, { title, versionNo: version?.no ?? 0 }] as const;
      }),
    ),
  );
};

export const viewErrataForAdmin = async (
  dependencies: Pick<ErrataDependencies, 'db' | 'findUsers'>,
  errata: readonly StoredErratum[],
): Promise<AdminErratum[]> => {
  const [books, users] = await Promise.all([
    booksOfErrata(dependencies, errata),
    dependencies.findUsers(errata.flatMap(({ userId }) => userId ?? [])),
  ]);
  return errata.map(({ userId, locator, fixedInVersion, decidedAt, ...one }) => {
    const book = books.get(one.bookId);
    const user = userId === undefined ? undefined : users.get(userId);
    return {
      ...one,
      bookTitle: book?.title ?? '',
      currentVersion: book?.versionNo ?? 0,
      ...(locator === undefined ? {} : { locator }),
      ...(fixedInVersion === undefined ? {} : { fixedInVersion }),
      ...(decidedAt === undefined ? {} : { decidedAt }),
      ...(userId === undefined || user === undefined ? {} : { reporter: { userId, name: user.nickname, tel: user.tel } }),
    };
  });
};
