/** Returns where to go after sign-in: a path of this site, never another host or the sign-in page itself (security.md T10). */
export const safeRedirect = (asked: string | null): string => {
  // Browsers read a backslash as a slash and ignore control characters, so `/\host` and `/<tab>/host` lead to other sites.
  if (asked === null || !/^\/(?!\/)[^\\\p{Cc}]*$/u.test(asked) || !URL.canParse(asked, location.origin)) return '/';
  const { origin, pathname, search, hash } = new URL(asked, location.origin);
  // URL parsing removes the dots of `/.//host`, which becomes `//host`.
  const inside = origin === location.origin && !pathname.startsWith('//') && pathname !== '/user/login';
  return inside ? pathname + search + hash : '/';
};
