/**
 * Determines the HTTP status of a page URL and its metadata for search engines and link previews. The client's route table is the only list of
 * routes (`ServerRenderer.findRoute`).
 */

import { setTimeout } from 'node:timers/promises';
import {
  type ClientRoute,
  canonicalPath,
  dehydratedResponseKey,
  documentTitle,
  getBookInfo,
  HEAD_PATH_ATTRIBUTE,
  PAGE_ONLY_ATTRIBUTE,
  PRODUCT_NAME,
  pageDescription,
  readActivationCode,
  shortDescription,
} from '@shufang/contract';
import { escapeHtml } from '../platform/http/escape-html.ts';
import { pathOf } from '../platform/http/logged-path.ts';
import { type BookInfo, breadcrumbs, type PublicOffer, structuredBook } from './book-structured-data.ts';
import { jsonInHtml } from './json-in-html.ts';

export interface PublicBook {
  /** Whether the book is publicly listed: published, not removed, and not for institutions only. */
  readonly isListed: boolean;
  readonly offer: PublicOffer | undefined;
}

/** Functions that look up what a page is about. They return undefined or false if it does not exist or is not public. */
export interface PageSubjects {
  findBook: (bookId: string) => Promise<PublicBook | undefined>;
  bookExists: (bookId: string) => Promise<boolean>;
  findCollection: (id: string) => Promise<{ readonly title: string; readonly intro: string; readonly picture?: string } | undefined>;
  leadsSomewhere: (code: string) => Promise<boolean>;
}

export interface PageHeadDependencies {
  /** The public URL of the web client, without a trailing slash. */
  readonly publicUrl: string;
  /** Returns the client route of a path; undefined if the SSR build is unavailable, e.g. during a rebuild. */
  readonly findRoute: (pathname: string) => Promise<{ readonly route: ClientRoute | undefined } | undefined>;
  readonly subjects: PageSubjects;
  /** Called with the error when a lookup fails. */
  readonly onFailure: (error: unknown) => void;
}

export interface PageHead {
  readonly status: 200 | 404;
  readonly title: string;
  /** HTML elements for the page's `head`. */
  readonly html: string;
}

/** Metadata for link previews. */
interface Card {
  readonly type: 'website' | 'book';
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly properties?: readonly (readonly [property: string, content: string])[];
}

interface Described {
  readonly title: string;
  readonly description: string;
  readonly card?: Card;
  /** Whether search engines may index the page; undefined: the page has no robots metadata. */
  readonly isIndexed: boolean | undefined;
  readonly data?: readonly unknown[];
}

/** Time limit of a lookup, the same as that of the dehydrated state (`dehydrated-state.ts`). */
const TIMEOUT_MS = 1_000;
const SITE_ICON = '/icons/icon-512.png';
const NOT_FOUND_TITLE = '页面不存在';
const ALL_BOOKS = { name: '全部教材', path: '/course/list' } as const;

const meta = (kind: 'name' | 'property', key: string, content: string): string =>
  `<meta ${kind}="${key}" content="${escapeHtml(content)}" ${PAGE_ONLY_ATTRIBUTE}>`;

const render = (path: string, url: string, { title, description, card, isIndexed, data = [] }: Described): Omit<PageHead, 'status'> => ({
  title: documentTitle(title),
  html: [
    `<meta name="description" content="${escapeHtml(description)}" ${HEAD_PATH_ATTRIBUTE}="${escapeHtml(path)}">`,
    isIndexed === true ? `<link rel="canonical" href="${escapeHtml(url)}">` : '',
    isIndexed === false ? '<meta name="robots" content="noindex">' : '',
    ...(card === undefined
      ? []
      : [
          meta('property', 'og:site_name', PRODUCT_NAME),
          meta('property', 'og:locale', 'zh_CN'),
          meta('property', 'og:type', card.type),
          meta('property', 'og:url', url),
          meta('property', 'og:title', card.title),
          meta('property', 'og:description', card.description),
          meta('property', 'og:image', card.image),
          ...(card.properties ?? []).map(([property, content]) => meta('property', property, content)),
          meta('name', 'twitter:card', 'summary'),
        ]),
    ...data.map((value) => `<script type="application/ld+json" ${PAGE_ONLY_ATTRIBUTE}>${jsonInHtml(value)}</script>`),
  ].join(''),
});

/** Returns the response of `getBookInfo` in the dehydrated state. */
const bookInfoIn = (responses: Readonly<Record<string, unknown>>, bookId: string): BookInfo | undefined =>
  (responses[dehydratedResponseKey(`${getBookInfo.path}?${new URLSearchParams({ bookId })}`)] as { payload?: BookInfo } | undefined)
    ?.payload;

/** Returns the function that describes the page of a URL. `responses`: the dehydrated state (`dehydrated-state.ts`). */
export const createPageHead = ({ publicUrl, findRoute, subjects, onFailure }: PageHeadDependencies) => {
  const absolute = (path: string): string => publicUrl + path;

  const describeBook = (info: BookInfo, { isListed, offer }: PublicBook, url: string): Described => {
    const { book, metadata, contributors } = info;
    const authors = [...new Set(contributors.filter(({ role }) => role === 'author' || role === 'chiefEditor').map(({ name }) => name))];
    const description = shortDescription(info.descriptionText) || pageDescription(`《${book.title}》${authors.join('、')}`);
    const image = absolute(book.cover?.url ?? SITE_ICON);
    return {
      title: book.title,
      description,
      isIndexed: isListed,
      card: {
        type: 'book',
        title: book.title,
        description,
        image,
        properties: [
          ...(metadata.isbn === undefined ? [] : [['book:isbn', metadata.isbn] as const]),
          ...authors.map((name) => ['book:author', name] as const),
        ],
      },
      data: isListed
        ? [
            structuredBook({ info, url, image: book.cover && image, description: shortDescription(info.descriptionText), offer }),
            breadcrumbs([
              { name: PRODUCT_NAME, url: absolute('/') },
              { name: ALL_BOOKS.name, url: absolute(ALL_BOOKS.path) },
              { name: book.title, url },
            ]),
          ]
        : [],
    };
  };

  const describeRoute = ({ title, isIndexed }: ClientRoute, path: string): Described => {
    const description = pageDescription(path === '/' ? '' : title);
    if (!isIndexed) return { title, description, isIndexed };
    return {
      title,
      description,
      isIndexed,
      card: { type: 'website', title: documentTitle(title), description, image: absolute(SITE_ICON) },
    };
  };

  /** Returns the head of the page; undefined if the subject of the page does not exist. */
  const describe = async (
    route: ClientRoute,
    path: string,
    responses: Readonly<Record<string, unknown>>,
  ): Promise<Described | undefined> => {
    const { pattern, params } = route;
    switch (pattern) {
      case '/404':
        return undefined;
      case '/course/info/:bookId': {
        const bookId = params['bookId'] ?? '';
        const book = await subjects.findBook(bookId);
        const info = bookInfoIn(responses, bookId);
        if (book === undefined) return undefined;
        return info === undefined ? { ...describeRoute(route, path), isIndexed: book.isListed } : describeBook(info, book, absolute(path));
      }
      case '/course/learning/:bookId':
        return (await subjects.bookExists(params['bookId'] ?? '')) ? describeRoute(route, path) : undefined;
      case '/book/collection/:id': {
        const collection = await subjects.findCollection(params['id'] ?? '');
        if (collection === undefined) return undefined;
        const { title, intro, picture = SITE_ICON } = collection;
        const description = shortDescription(intro) || pageDescription(title);
        return { title, description, isIndexed: true, card: { type: 'website', title, description, image: absolute(picture) } };
      }
      case '/q/:code': {
        const code = params['code'] ?? '';
        // Every well-formed activation code gets status 200: the status must not disclose whether a code is genuine.
        const isPage = readActivationCode(code) !== undefined || (await subjects.leadsSomewhere(code));
        return isPage ? describeRoute(route, path) : undefined;
      }
      default:
        return describeRoute(route, path);
    }
  };

  /** Returns 'unknown' if the lookup fails or takes too long. */
  const withinTimeout = async (description: Promise<Described | undefined>): Promise<Described | undefined | 'unknown'> => {
    const orUnknown = description.catch((error: unknown) => {
      onFailure(error);
      return 'unknown' as const;
    });
    return Promise.race([orUnknown, setTimeout(TIMEOUT_MS, 'unknown' as const, { ref: false })]);
  };

  return async (address: string, responses: Readonly<Record<string, unknown>> = {}): Promise<PageHead> => {
    const [pathname, search] = [pathOf(address), /\?[^#]*/.exec(address)?.[0] ?? ''];
    const shown = pathname === '/index.html' ? '/' : pathname;
    const path = canonicalPath(shown, search);
    const found = await findRoute(shown);
    const unknown: PageHead = { status: 200, ...render(path, '', { title: '', description: pageDescription(), isIndexed: undefined }) };
    // The routes or the subject could not be looked up, so the page is not reported as missing.
    if (found === undefined) return unknown;
    const described = found.route && (await withinTimeout(describe(found.route, path, responses)));
    if (described === 'unknown') return unknown;
    if (described === undefined) {
      const description = pageDescription(NOT_FOUND_TITLE);
      return { status: 404, ...render(path, '', { title: NOT_FOUND_TITLE, description, isIndexed: false }) };
    }
    return { status: 200, ...render(path, absolute(path), described) };
  };
};

export type DescribePage = ReturnType<typeof createPageHead>;
