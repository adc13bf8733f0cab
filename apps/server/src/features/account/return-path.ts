/** Where a person may be brought after signing in elsewhere: a page of this site and nothing else (security.md T10). */

const START_PAGE = '/';

/** Stands for this site while an address is read; no path can name it. */
const THIS_SITE = 'https://site.invalid';

/**
 * The path, query and hash as the browser will read them, or the start page for anything that could lead elsewhere: another origin,
 * `//host`, `/\host`, a scheme, characters browsers drop (tabs, line ends) or turn (backslashes).
 */
export const safeReturnPath = (returnTo: string): string => {
  // Browsers read a backslash as a slash and leave control characters out: `/\host` and `/<tab>/host` are other sites.
  if (!/^\/(?!\/)[^\\\p{Cc}]*$/u.test(returnTo) || !URL.canParse(returnTo, THIS_SITE)) return START_PAGE;
  const { origin, pathname, search, hash } = new URL(returnTo, THIS_SITE);
  // `/.//host` and `/x/..//host` lose their dots and become `//host`.
  return origin !== THIS_SITE || pathname.startsWith('//') ? START_PAGE : `${pathname}${search}${hash}`;
};
