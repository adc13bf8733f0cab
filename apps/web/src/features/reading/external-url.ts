/** Decides which external URLs of a book may be opened. */

/** Schemes of URLs that may be opened. Others could run code (`javascript:`, `data:`, `blob:`), read files, or start a program. */
const OPENABLE: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'tel:']);

/** Returns the URL as parsed by the browser, to be shown and opened; `undefined` for a URL that must not be opened. */
export const externalUrl = (href: string): string | undefined => {
  if (!URL.canParse(href)) return undefined;
  const url = new URL(href);
  return OPENABLE.has(url.protocol) ? url.href : undefined;
};
