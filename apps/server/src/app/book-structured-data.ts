/** Describes a book as schema.org JSON-LD in the head of its page, for search engines. */
import type { BookCredit, BookRole, getBookInfo, OutputOf } from '@shufang/contract';

export type BookInfo = OutputOf<typeof getBookInfo>;

/** How any user can obtain a book now. Undefined if it is neither sold nor free. */
export interface PublicOffer {
  readonly priceFen: number;
  /** Start of the sale, UTC ms; absent if the sale has started. */
  readonly startsAt?: number;
}

export interface StructuredBook {
  readonly info: BookInfo;
  /** Absolute URL of the book's page. */
  readonly url: string;
  readonly image: string | undefined;
  readonly description: string;
  readonly offer: PublicOffer | undefined;
}

type Json = Readonly<Record<string, unknown>>;

/** schema.org properties of contributor roles; a role that is not listed becomes `contributor`. */
const PROPERTIES: Partial<Record<BookRole, string>> = {
  author: 'author',
  chiefEditor: 'editor',
  associateEditor: 'editor',
  editor: 'editor',
  digitalEditor: 'editor',
  responsibleEditor: 'editor',
  translator: 'translator',
  illustrator: 'illustrator',
};

const schemaPersonOf = (name: string): Json => ({ '@type': 'Person', name });

/** Returns the contributors grouped by property of `Book`. If a textbook names no author, its chief editors are its authors. */
const contributorsOf = (contributors: readonly BookCredit[]): Json => {
  const hasAuthor = contributors.some(({ role }) => role === 'author');
  const found: Record<string, Json[]> = {};
  for (const { name, role } of contributors) {
    const property = !hasAuthor && role === 'chiefEditor' ? 'author' : (PROPERTIES[role] ?? 'contributor');
    (found[property] ??= []).push(schemaPersonOf(name));
  }
  return found;
};

const offerOf = (offer: PublicOffer, url: string): Json => ({
  '@type': 'Offer',
  url,
  price: (offer.priceFen / 100).toFixed(2),
  priceCurrency: 'CNY',
  availability: `https://schema.org/${offer.startsAt === undefined ? 'InStock' : 'PreOrder'}`,
  ...(offer.startsAt === undefined ? {} : { availabilityStarts: new Date(offer.startsAt).toISOString() }),
});

/** Returns the accessibility terms that a book states, without duplicates; `none` and `unknown` are omitted. */
const tokens = (values: readonly string[]): string[] =>
  [...new Set(values.map((value) => value.trim()))].filter(
    (value) => /^[A-Za-z][\w/-]{0,60}$/.test(value) && !/^(?:none|unknown)$/i.test(value),
  );

const orNothing = (property: string, values: readonly unknown[]): Json => (values.length === 0 ? {} : { [property]: values });

const accessibilityOf = ({
  accessModes,
  accessModesSufficient,
  features,
  hazards,
  summary,
  conformsTo,
}: BookInfo['metadata']['accessibility']): Json => ({
  ...orNothing('accessMode', tokens(accessModes)),
  ...orNothing(
    'accessModeSufficient',
    accessModesSufficient
      .map((modes) => tokens(modes.split(',')))
      .filter((modes) => modes.length > 0)
      .map((modes) => ({ '@type': 'ItemList', itemListElement: modes })),
  ),
  ...orNothing('accessibilityFeature', tokens(features)),
  // For accessibility hazards, `none` and `unknown` are meaningful values, so they are not omitted.
  ...orNothing(
    'accessibilityHazard',
    [...new Set(hazards.map((hazard) => hazard.trim()))].filter((hazard) => /^[A-Za-z]{1,60}$/.test(hazard)),
  ),
  ...(summary === undefined ? {} : { accessibilitySummary: summary }),
  // schema.org has no property for conformance to a standard, so it is written as the full Dublin Core URL.
  ...orNothing('http://purl.org/dc/terms/conformsTo', conformsTo),
});

/** Returns the `Book` of a page. It contains only what the page shows to every user. */
export const structuredBook = ({ info, url, image, description, offer }: StructuredBook): Json => {
  const { book, metadata, contributors, rating } = info;
  const published = /^\d{4}(?:-\d{2}(?:-\d{2})?)?/.exec(metadata.published ?? '')?.[0];
  return {
    '@context': 'https://schema.org',
    '@type': 'Book',
    '@id': url,
    url,
    name: book.title,
    ...(book.subtitle === undefined ? {} : { alternativeHeadline: book.subtitle }),
    ...contributorsOf(contributors),
    ...(description === '' ? {} : { description }),
    ...(metadata.isbn === undefined ? {} : { isbn: metadata.isbn }),
    ...(book.edition === undefined ? {} : { bookEdition: String(book.edition) }),
    bookFormat: 'https://schema.org/EBook',
    ...(metadata.publisher === undefined ? {} : { publisher: { '@type': 'Organization', name: metadata.publisher } }),
    ...(published === undefined ? {} : { datePublished: published }),
    ...orNothing('inLanguage', metadata.languages),
    ...orNothing('about', book.categories),
    ...(image === undefined ? {} : { image }),
    isAccessibleForFree: book.accessModel === 'free',
    ...(offer === undefined ? {} : { offers: offerOf(offer, url) }),
    ...(rating === undefined || rating.count === 0
      ? {}
      : {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: Math.round(rating.mean * 10) / 10,
            ratingCount: rating.count,
            bestRating: 5,
            worstRating: 1,
          },
        }),
    ...accessibilityOf(metadata.accessibility),
  };
};

/** Returns the breadcrumbs from the home page to the page as `BreadcrumbList`. */
export const breadcrumbs = (steps: readonly { readonly name: string; readonly url: string }[]): Json => ({
  '@context': 'https://schema.org',
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(({ name, url }, index) => ({ '@type': 'ListItem', position: index + 1, name, item: url })),
});
