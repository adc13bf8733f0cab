/** Builds the URLs of book content. Each book has an origin of its own, separate from the application's. */

export interface ContentUrls {
  /**
   * Returns the origin of a book's content without a trailing slash. If the application was opened under an additional origin
   * (`appOrigin`), returns the content origin that belongs to it.
   */
  originOf(bookId: string, appOrigin?: string): string;
  /** Returns the book that a host serves; `EVERY_BOOK` if all books share one content host; undefined if it is not a content host. */
  bookOfHost(host: string): string | undefined;
}

/** Additional origins of the application, each with a content origin that all books share. */
export interface ContentBeside {
  contentOriginBeside(appOrigin: string): string | undefined;
  appOriginBeside(contentHost: string): string | undefined;
}

/** Returns the URL of the reading engine's frame for a book, on its content origin. `engineHash`: hash of the engine's build. */
export const frameUrlOf = (addresses: ContentUrls, engineHash: string, bookId: string, appOrigin: string): string =>
  `${addresses.originOf(bookId, appOrigin)}/~engine/${engineHash}/frame.html?app=${encodeURIComponent(appOrigin)}`;

const NOWHERE_BESIDE: ContentBeside = { contentOriginBeside: () => undefined, appOriginBeside: () => undefined };

export const EVERY_BOOK = '*';

const BOOK_ID = '[0-9a-hjkmnp-tv-z]{26}';
const READING_PAGE = new RegExp(`^/course/learning/(${BOOK_ID})/?$`);

/** Returns the book of a reading page's path; undefined for other paths. */
export const bookOfReadingPage = (pathname: string): string | undefined => READING_PAGE.exec(pathname)?.[1];

const escapeForPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

const createTemplateUrls = (template: string): ContentUrls => {
  if (!template.includes('{book}')) {
    const { host } = new URL(template);
    return { originOf: () => template, bookOfHost: (asked) => (asked === host ? EVERY_BOOK : undefined) };
  }
  const [before = '', after = ''] = template.replace(/^https?:\/\//, '').split('{book}');
  const pattern = new RegExp(`^${escapeForPattern(before)}(${BOOK_ID})${escapeForPattern(after)}$`);
  return {
    originOf: (bookId) => template.replace('{book}', bookId),
    bookOfHost: (asked) => pattern.exec(asked)?.[1],
  };
};

/** Creates the content URLs. `template` is the setting CONTENT_URL: `http://{book}.localhost:8080`, or one origin on a second port. */
export const createContentUrls = (template: string, beside: ContentBeside = NOWHERE_BESIDE): ContentUrls => {
  const usual = createTemplateUrls(template);
  return {
    originOf: (bookId, appOrigin) =>
      (appOrigin === undefined ? undefined : beside.contentOriginBeside(appOrigin)) ?? usual.originOf(bookId),
    bookOfHost: (host) => usual.bookOfHost(host) ?? (beside.appOriginBeside(host) === undefined ? undefined : EVERY_BOOK),
  };
};
