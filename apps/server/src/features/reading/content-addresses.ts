/** Where the content of each book lives: an origin of its own, apart from the application's. */

export interface ContentAddresses {
  /** Origin of a book's content, without a trailing slash. */
  originOf(bookId: string): string;
  /** The book a host serves; `EVERY_BOOK` when all books share one content host; undefined when it is no content host. */
  bookOfHost(host: string): string | undefined;
}

export const EVERY_BOOK = '*';

const BOOK_ID = '[0-9a-hjkmnp-tv-z]{26}';

const escapeForPattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `template` is the setting CONTENT_URL: `http://{book}.localhost:8080`, or one origin on a second port. */
export const createContentAddresses = (template: string): ContentAddresses => {
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
