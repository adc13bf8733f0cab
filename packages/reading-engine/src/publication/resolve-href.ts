/** Hrefs inside a publication: relative to the content base, without a scheme, as in the manifest. */

export interface SplitHref {
  path: string;
  /** The fragment of the link without `#`, percent-decoded. */
  fragment?: string;
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A percent sign that begins no valid encoding is part of the id, so the text is used as it is.
    return text;
  }
};

export const splitHref = (href: string): SplitHref => {
  const at = href.indexOf('#');
  if (at < 0) return { path: href };
  const fragment = decode(href.slice(at + 1));
  return fragment ? { path: href.slice(0, at), fragment } : { path: href.slice(0, at) };
};

/**
 * Resolves a link to an `href` of the publication, or to an absolute URL when it leads outside. `documentUrl` is the URL of the inner
 * document.
 */
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
