/** Resolves references between the files of a publication to paths of entries. */

export type Reference =
  | {
      readonly kind: 'inside';
      readonly path: string;
      readonly fragment: string | undefined;
      /** Whether the reference climbed above the publication's root by `..`; URLs resolve such a reference to the root. */
      readonly leaked: boolean;
    }
  | { readonly kind: 'external'; readonly url: string }
  | { readonly kind: 'forbidden'; readonly scheme: string };

const EXTERNAL_SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);

/**
 * Resolves a reference. `base` is the path of the file that contains it. Follows WHATWG URL parsing with the publication's root as origin
 * (EPUB 3.3 §4.2.5).
 */
export const resolveReference = (base: string, written: string): Reference => {
  const reference = written.replaceAll(/[\t\n\r]/g, '').trim();
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(reference)?.[1]?.toLowerCase();
  if (scheme !== undefined) return EXTERNAL_SCHEMES.has(scheme) ? { kind: 'external', url: reference } : { kind: 'forbidden', scheme };
  if (reference.startsWith('//')) return { kind: 'external', url: `https:${reference}` };
  const hash = reference.indexOf('#');
  const fragment = hash >= 0 ? decodePercent(reference.slice(hash + 1)) : undefined;
  const pathPart = (hash >= 0 ? reference.slice(0, hash) : reference).replace(/\?.*$/s, '');
  if (pathPart === '') return { kind: 'inside', path: base, fragment: fragment || undefined, leaked: false };
  const decoded = decodePercent(pathPart).replaceAll('\\', '/');
  const parts = decoded.startsWith('/') ? [] : base.split('/').slice(0, -1);
  let leaked = false;
  for (const part of decoded.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) leaked = true;
  }
  return { kind: 'inside', path: parts.join('/'), fragment: fragment || undefined, leaked };
};

/** Decodes percent escapes. Malformed ones stay unchanged: many books contain a bare percent sign. */
const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
};

/** Finds an entry by path: exactly, then in another normal form or letter case, then with its escapes undecoded. */
export class PathIndex {
  private readonly exact: ReadonlySet<string>;
  private readonly loose = new Map<string, string>();

  constructor(paths: Iterable<string>) {
    this.exact = new Set(paths);
    for (const path of this.exact) this.loose.set(looseKey(path), path);
  }

  find(path: string): { readonly path: string; readonly exact: boolean } | undefined {
    if (this.exact.has(path)) return { path, exact: true };
    const found = this.loose.get(looseKey(path));
    return found === undefined ? undefined : { path: found, exact: false };
  }
}

const looseKey = (path: string): string => decodePercent(path).normalize('NFC').toLowerCase();

/**
 * Returns the address at which a file is served. Addresses are used in URLs and in `href#fragment` strings, so characters that would be
 * ambiguous there are replaced, with unique results.
 */
export const servedHref = (path: string, used: Set<string>): string => {
  const clean = path.replaceAll(/[#?%\\<>"|*:^`{}\u0000-\u001f\u007f]/g, '_');
  let href = clean;
  for (let n = 2; used.has(href); n++) href = clean.replace(/(\.[^./]*)?$/, (extension) => `-${n}${extension}`);
  used.add(href);
  return href;
};
