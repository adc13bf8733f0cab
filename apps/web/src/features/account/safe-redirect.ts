/** Where to go after sign-in: a path of this site only, never another host or the sign-in page itself (security.md T10). */
export const safeRedirect = (asked: string | null): string => {
  if (asked === null || !asked.startsWith('/')) return '/';
  const address = new URL(asked, location.origin);
  const inside = address.origin === location.origin && !asked.includes('\\') && address.pathname !== '/user/login';
  return inside ? address.pathname + address.search + address.hash : '/';
};
