/** Addresses inside a publication: relative to the content base, without a scheme, as the manifest spells them. */

export interface SplitHref {
  path: string;
  /** Without `#`, percent-decoded. */
  fragment?: string;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign is part of the id itself.
    return text;
  }
};

export const splitHref = (href: string): SplitHref => {
  const at = href.indexOf('#');
  if (at < 0) return { path: href };
  const fragment = decode(href.slice(at + 1));
  return fragment ? { path: href.slice(0, at), fragment } : { path: href.slice(0, at) };
};

/** Where a link leads: an `href` of the publication, or the whole address when it leaves it. `documentUrl` is the inner document's address. */
export const resolveHref = (href: string, documentUrl: string, baseUrl: string): { inside: boolean; href: string } => {
  let target: URL;
  try {
    target = new URL(href, documentUrl);
  } catch {
    return { inside: false, href };
  }
  const base = new URL(baseUrl);
  if (target.origin !== base.origin || !target.pathname.startsWith(base.pathname)) return { inside: false, href: target.href };
  return { inside: true, href: decode(target.pathname.slice(base.pathname.length)) + target.hash };
};
