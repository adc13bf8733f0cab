/** The catalog's personal data of a user: contributor entries, ratings and reported searches. */
import { exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { listCreditsOf, unlinkContributor } from './admin/admin-book-store.ts';
import { deleteEveryRatingOf, listEveryRatingOf, listEveryReportOf } from './ratings/rating-store.ts';
import { deleteEverySearchReportOf, listEverySearchReportOf } from './search/search-report-store.ts';

/** When an account is erased, the books to which the user contributed still name the user; only the link to the account is removed. */
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
