/**
 * The metadata in the `head` of the document other than the title: description, canonical URL, and whether search engines may index the
 * page. The server writes it for the first page, together with metadata for shared links. This module updates it after navigations and is
 * loaded then (`follow-page.ts`).
 */
import { canonicalPath, HEAD_PATH_ATTRIBUTE, PAGE_ONLY_ATTRIBUTE, pageDescription, shortDescription } from '@shufang/contract';

export interface PageHead {
  readonly title: string;
  /** Whether search engines may index the page. */
  readonly isIndexed: boolean;
  readonly pathname: string;
  readonly search: string;
}

/** Returns the `link` or `meta` element with this attribute; creates it if it does not exist. */
const ensure = <Name extends 'link' | 'meta'>(name: Name, key: string, value: string): HTMLElementTagNameMap[Name] => {
  const present = document.head.querySelector<HTMLElementTagNameMap[Name]>(`${name}[${key}="${value}"]`);
  if (present !== null) return present;
  const element = document.createElement(name);
  element.setAttribute(key, value);
  document.head.append(element);
  return element;
};

const ensureMeta = (name: string): HTMLMetaElement => ensure('meta', 'name', name);

const findCanonical = (): HTMLLinkElement | null => document.head.querySelector('link[rel="canonical"]');

/** Origin of canonical URLs: the one that the server has written, if any. */
let serverOrigin: string | undefined;
const publicOrigin = (): string => {
  const { href = '' } = findCanonical() ?? {};
  if (href !== '') serverOrigin = new URL(href).origin;
  return serverOrigin ?? location.origin;
};

/** Sets the description of the current page to a text of the screen. */
export const setDescription = (text: string): void => {
  if (text.trim() !== '') ensureMeta('description').content = shortDescription(text);
};

/** Updates the metadata of the head, except the title, unless they already describe this page. */
export const setPageHead = ({ title, isIndexed, pathname, search }: PageHead): void => {
  const path = canonicalPath(pathname, search);
  const description = ensureMeta('description');
  if (description.getAttribute(HEAD_PATH_ATTRIBUTE) === path) return;
  const origin = publicOrigin();
  description.setAttribute(HEAD_PATH_ATTRIBUTE, path);
  description.content = pageDescription(title);
  for (const element of document.head.querySelectorAll(`[${PAGE_ONLY_ATTRIBUTE}]`)) element.remove();
  if (isIndexed) {
    document.head.querySelector('meta[name="robots"]')?.remove();
    ensure('link', 'rel', 'canonical').href = origin + path;
  } else {
    ensureMeta('robots').content = 'noindex';
    findCanonical()?.remove();
  }
};
