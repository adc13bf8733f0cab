/**
 * Metadata in the `head` of a page. The server writes it into the page (`apps/server/src/app/page-head.ts`); the client updates it on
 * navigation (`apps/web/src/platform/title/page-head.ts`). Both use these texts and rules.
 */
import { PRODUCT_NAME } from './page-title.ts';

const PRODUCT_DESCRIPTION = `${PRODUCT_NAME}：在线阅读数字教材与课程，做标注、记笔记，换一台设备接着读。`;

/** Returns the default description of a page that has no text of its own. */
export const pageDescription = (title = ''): string => (title === '' ? PRODUCT_DESCRIPTION : `${title} · ${PRODUCT_DESCRIPTION}`);

/** Maximum length of a description in UTF-16 units, about the length that search engines display. */
const DESCRIPTION_MAX = 150;
/** Minimum length of a first sentence that is used alone; a shorter one is not informative enough. */
const DESCRIPTION_MIN = 50;

/** Returns the beginning of a text on one line: whole sentences if they fit, otherwise truncated with an ellipsis. */
export const shortDescription = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_MAX) return line;
  const sentences = /^.*[。！？!?；](?:[”’」』）])?/s.exec(line.slice(0, DESCRIPTION_MAX))?.[0] ?? '';
  if (sentences.length >= DESCRIPTION_MIN) return sentences;
  // The text is not cut inside a surrogate pair.
  return `${line.slice(0, DESCRIPTION_MAX - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
};

/** Query parameters that select a different page; all others (filters, tabs, tracking) are dropped from the canonical URL. */
const CANONICAL_PARAMS: Readonly<Record<string, readonly string[]>> = { '/book/list': ['source', 'id'] };

/** Returns the canonical path and query of a page. `search` with or without the question mark. */
export const canonicalPath = (pathname: string, search: string): string => {
  const path = pathname.replace(/(?<=.)\/+$/, '');
  const params = new URLSearchParams(search);
  const meaningful = new URLSearchParams();
  for (const name of CANONICAL_PARAMS[path] ?? []) if (params.has(name)) meaningful.set(name, params.get(name) ?? '');
  const query = meaningful.toString();
  return query === '' ? path : `${path}?${query}`;
};

/** Name of an attribute of the element with the description. Its value is the canonical path of the page that the head describes. */
export const HEAD_PATH_ATTRIBUTE = 'data-head-of';
/** Name of the attribute of elements that belong to the initial page only: the client removes these elements on navigation. */
export const PAGE_ONLY_ATTRIBUTE = 'data-head-only';
