/** Where to go after sign-in: a path of this site only, never another host or the sign-in page itself (security.md T10). */
export const safeRedirect = (asked: string | null): string => {
  // Browsers read a backslash as a slash and leave control characters out: `/\host` and `/<tab>/host` are other sites.
  if (asked === null || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked) || !URL.canParse(asked, location.origin)) return '/';
  const { origin, pathname, search, hash } = new URL(asked, location.origin);
  // `/.//host` loses its dots and becomes `//host`.
  const inside = origin === location.origin && !pathname.startsWith('//') && pathname !== '/user/login';
  return inside ? pathname + search + hash : '/';
};
