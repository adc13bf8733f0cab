/** The books that name a person as one of their makers. */
import type { OutputOf, getBooksAsAuthor as operation } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import type { ReaderContext } from '../../platform/http/call-context.ts';
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { listBooksOfContributor, listCreditsOf, unlinkContributor } from './desk-store.ts';
import { findBooks } from './find-books.ts';
import { deleteEveryRatingOf, listEveryRatingOf, listEveryReportOf } from './rating-store.ts';
import { deleteEverySearchReportOf, listEverySearchReportOf } from './search-report-store.ts';
import { noPersonalMarks, toBookCard } from './view.ts';

export const listBooksAsAuthor = async (db: Queryable, userId: string): Promise<OutputOf<typeof operation>> => {
  const named = await listBooksOfContributor(db, userId);
  const books = await findBooks(
    db,
    named.map(({ bookId }) => bookId),
  );
  return {
    items: books.map((book) => ({
      book: toBookCard(book, noPersonalMarks),
      roles: named.find(({ bookId }) => bookId === book.id)?.roles ?? [],
      state: book.shelfState,
      updatedAt: book.updatedAt,
    })),
  };
};

export const isAuthor = async (db: Queryable, { reader }: Pick<ReaderContext, 'reader'>): Promise<boolean> =>
  reader.roles.includes('author') || (await listBooksOfContributor(db, reader.userId)).length > 0;

/** The names on a book stay; that they are this account's goes. */
export const catalogData: PersonalDataHolder = {
  slice: 'catalog',
  exportOf: async (db, userId) => [
    exportedJson('authored-books.json', '关联到您账号的、您参与编写的图书', await listCreditsOf(db, userId)),
    exportedJson('ratings.json', '您对图书的评价，以及您举报评价时写的原因', {
      ratings: await listEveryRatingOf(db, userId),
      reports: await listEveryReportOf(db, userId),
    }),
    exportedJson('search-reports.json', '您反馈过的、没有找到想要内容的搜索', await listEverySearchReportOf(db, userId)),
  ],
  eraseOf: async (tx, userId) => {
    await unlinkContributor(tx, userId);
    await deleteEveryRatingOf(tx, userId);
    await deleteEverySearchReportOf(tx, userId);
  },
};
