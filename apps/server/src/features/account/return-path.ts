/** Validates the path to return to after an external sign-in: a page of this site only (security.md T10). */

const START_PAGE = '/';

/** A placeholder origin for parsing a path as a URL; no path can contain it. */
const THIS_SITE = 'https://site.invalid';

/**
 * Returns the path, query and hash of `returnTo` as the browser parses them. Returns the start page for a text that could lead to another
 * site: another origin, `//host`, `/\host`, a scheme, characters that browsers drop (tabs, line ends) or convert (backslashes).
 */
export const safeReturnPath = (returnTo: string): string => {
  // Browsers read a backslash as a slash and leave control characters out: `/\host` and `/<tab>/host` are other sites.
  if (!/^\/(?!\/)[^\\\p{Cc}]*$/u.test(returnTo) || !URL.canParse(returnTo, THIS_SITE)) return START_PAGE;
  const { origin, pathname, search, hash } = new URL(returnTo, THIS_SITE);
  // The parser shortens `/.//host` and `/x/..//host` to `//host`, which is another site.
  return origin !== THIS_SITE || pathname.startsWith('//') ? START_PAGE : `${pathname}${search}${hash}`;
};
