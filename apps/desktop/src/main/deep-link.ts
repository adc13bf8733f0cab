/** Links from outside that open a page of the client: `shufang://course/info/<book>`. */

export const LINK_SCHEME = 'shufang';

const ID = '[0-9a-hjkmnp-tv-z]{26}';
/** The pages that a link may open. None changes anything by being opened. */
const PATHS: readonly RegExp[] = [
  /^\/$/,
  /^\/bookshelf(?:\/(?:recent|owned|collection))?$/,
  /^\/course\/list$/,
  /^\/helper\/(?:student-manual|teacher-manual|appUpdater|contact)$/,
  /^\/user(?:\/(?:myBooks|myNotes|myOrders))?$/,
  new RegExp(`^/course/(?:info|learning)/${ID}$`),
  new RegExp(`^/book/collection/${ID}$`),
];

const LINK = new RegExp(`^${LINK_SCHEME}://([A-Za-z0-9/-]{0,200})$`);

/** Returns the path of the page that a link opens; undefined if it is no link or not allowed. A query or fragment is not allowed. */
export const pathOfLink = (link: string): string | undefined => {
  const [, rest] = LINK.exec(link) ?? [];
  if (rest === undefined) return undefined;
  const path = `/${rest.replace(/^\//, '').replace(/\/$/, '')}`;
  return PATHS.some((pattern) => pattern.test(path)) ? path : undefined;
};

/** Returns the path of the first link among the arguments with which the client was started. */
export const pathInArguments = (values: readonly string[]): string | undefined => {
  const link = values.find((value) => value.startsWith(`${LINK_SCHEME}:`));
  return link === undefined ? undefined : pathOfLink(link);
};
