/** Converts stored short links to the objects of the API for editors. */
import type { ShortLink } from '@shufang/contract';
import type { CatalogDependencies } from '../catalog-dependencies.ts';
import { findCollectionById } from '../collections/collection-store.ts';
import { findBooks } from '../find-books.ts';
import type { StoredLink } from './short-link-store.ts';

const viewLink = (publicUrl: string, { lastOkAt, ...link }: StoredLink): ShortLink => ({
  ...link,
  address: `${publicUrl}/q/${link.code}`,
  ...(lastOkAt === undefined ? {} : { lastOkAt }),
});

/** Returns the id of the book that a link to a book or a block names. */
export const bookIdOf = ({ targetId }: Pick<StoredLink, 'targetId'>): string => targetId.split('#', 1)[0] ?? '';

/** Converts short links for the API and adds the titles of their targets. */
export const viewShortLinks = async (
  { db, publicUrl }: Pick<CatalogDependencies, 'db' | 'publicUrl'>,
  links: readonly StoredLink[],
): Promise<ShortLink[]> => {
  const inBooks = links.filter(({ targetType }) => targetType === 'book' || targetType === 'block');
  const books = await findBooks(db.orm, [...new Set(inBooks.map(bookIdOf))]);
  const titles = new Map(books.map(({ id, title }) => [id, title]));
  for (const id of new Set(links.flatMap((link) => (link.targetType === 'collection' ? link.targetId : [])))) {
    const collection = await findCollectionById(db.orm, id);
    if (collection !== undefined) titles.set(id, collection.title);
  }
  return links.map((link) => {
    const targetTitle = link.targetType === 'page' ? undefined : titles.get(bookIdOf(link));
    return { ...viewLink(publicUrl, link), ...(targetTitle === undefined ? {} : { targetTitle }) };
  });
};
