/** What public pages are about, looked up for their head and their HTTP status (`page-head.ts`). */
import type { Book } from '../features/catalog/book.ts';
import { isOpenToNewReaders } from '../features/catalog/book.ts';
import { imageUrl } from '../features/catalog/collections/collection-cards.ts';
import { findCollectionById } from '../features/catalog/collections/collection-store.ts';
import { findBook } from '../features/catalog/find-books.ts';
import { leadsSomewhere } from '../features/catalog/short-links/destination.ts';
import { findSale, isForSale } from '../features/orders/prices/price.ts';
import { saleStateOf } from '../features/orders/prices/sale-window.ts';
import type { PublicOffer } from './book-structured-data.ts';
import type { Platform } from './open-platform.ts';
import type { PageSubjects } from './page-head.ts';

export const pageSubjects = ({ db: { orm: db }, clock }: Pick<Platform, 'db' | 'clock'>, acceptsPayments: boolean): PageSubjects => {
  const offerOf = async (book: Book): Promise<PublicOffer | undefined> => {
    if (book.accessModel === 'free') return { priceFen: 0 };
    if (!acceptsPayments || !isForSale(book)) return undefined;
    const sale = await findSale(db, book.id);
    const state = saleStateOf({ saleFrom: sale.saleFrom, saleTo: sale.saleTo }, clock.now());
    if (state === 'ended') return undefined;
    return { priceFen: book.priceFen, ...(state === 'soon' && sale.saleFrom !== undefined ? { startsAt: sale.saleFrom } : {}) };
  };
  return {
    findBook: async (bookId) => {
      const book = await findBook(db, bookId);
      if (book === undefined || book.shelfState === 'draft') return undefined;
      const isListed = isOpenToNewReaders(book) && book.accessModel !== 'institutionOnly';
      return { isListed, offer: isListed ? await offerOf(book) : undefined };
    },
    bookExists: async (bookId) => (await findBook(db, bookId)) !== undefined,
    findCollection: async (id) => {
      const collection = await findCollectionById(db, id);
      if (collection?.visible !== true) return undefined;
      return { title: collection.title, intro: collection.intro, ...imageUrl(collection.picture) };
    },
    leadsSomewhere: (code) => leadsSomewhere(db, code),
  };
};
