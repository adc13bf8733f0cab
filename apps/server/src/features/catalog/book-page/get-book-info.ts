/** The product page of a book: metadata, contents, and the caller's right. */
import type { UseCase } from '../../../platform/http/register.ts';
import { toBookCard } from '../book-card.ts';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { withoutPublisher } from '../contributors.ts';
import { countMaterials } from '../materials/material-store.ts';
import { personalFieldsFor } from '../personal-fields.ts';
import { findRatingSum } from '../ratings/rating-store.ts';
import { findEditions } from './editions.ts';
import { tocFor } from './table-of-contents.ts';
import { findVisibleBook } from './visible-book.ts';

/** Returns the text of a description. Descriptions of many books are HTML; clients show plain text. */
const plainText = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/div|\/li)\s*\/?>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

/** Returns the product page. Throws `catalog.bookNotFound`. */
export const getBookInfo: UseCase<'getBookInfo', CatalogDependencies> = async (dependencies, caller, { bookId }) => {
  const { db, personal, openDocuments } = dependencies;
  const { book, version, right } = await findVisibleBook(dependencies, caller, bookId);
  const userId = caller.reader?.userId;
  const [fields, rating, editions, materials, changedSince] = await Promise.all([
    personalFieldsFor(personal, caller, [book]),
    findRatingSum(db.orm, bookId),
    findEditions(dependencies, caller, book),
    countMaterials(db.orm, bookId),
    userId === undefined ? undefined : dependencies.findChangedSince(userId, version),
  ]);
  const { newerEdition } = book;
  const isClosed = (right.kind === 'trial' || right.kind === 'none') && book.removalNotice === undefined;
  const institutionSignIn = isClosed ? await personal.institutionSignInFor(caller, book) : undefined;
  return {
    book: toBookCard(book, fields),
    metadata: {
      ...version.metadata,
      title: book.title,
      ...(book.isbn === undefined ? {} : { isbn: book.isbn }),
      ...(book.publisher === undefined ? {} : { publisher: book.publisher }),
    },
    contributors: withoutPublisher(book.contributors),
    descriptionText: plainText(book.description ?? version.metadata.description ?? ''),
    ...(book.plan === undefined ? {} : { plan: book.plan }),
    ...(book.level === undefined ? {} : { level: book.level }),
    ...(editions.length === 1 ? {} : { editionCount: editions.length }),
    ...(materials === 0 ? {} : { materialCount: materials }),
    ...(newerEdition === undefined ? {} : { newerEdition: { bookId: newerEdition.id, edition: newerEdition.edition } }),
    right,
    ...(institutionSignIn === undefined ? {} : { institutionSignIn }),
    toc: tocFor(version.manifest, openDocuments(version.manifest, right, book)),
    trialChapters: book.trialChapters,
    updatedAt: version.releasedAt,
    versionNo: version.no,
    ...(changedSince === undefined ? {} : { changedSince }),
    ...(rating === undefined ? {} : { rating }),
    counts: version.counts,
  };
};
