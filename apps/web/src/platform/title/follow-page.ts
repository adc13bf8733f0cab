/**
 * Sets the document title on each navigation, and the other metadata of the head from the second page on, because the server has written
 * those of the first page.
 */
import { documentTitle, HEAD_PATH_ATTRIBUTE } from '@shufang/contract';
import type { PageHead } from './page-head.ts';

const loadHead = () => import('./page-head.ts');

let hasMoved = false;

/** Sets the title of the document. It is called on navigation, and again by a screen that has a more specific title than its route. */
export const setTitle = (title: string): void => {
  document.title = documentTitle(title);
};

/** Returns whether the server has written the metadata of the document's head, including the title, for the page with this path. */
export const hasServerHead = (pathname: string): boolean =>
  document.head.querySelector('meta[name="description"]')?.getAttribute(HEAD_PATH_ATTRIBUTE) === pathname;

/** Updates the metadata of the document's head. Call it on each navigation after the first page. */
export const followPage = async (head: PageHead): Promise<void> => {
  hasMoved = true;
  (await loadHead()).setPageHead(head);
};

/** Sets the description of the current page to a text of the screen. */
export const describePage = async (text: string): Promise<void> => {
  if (hasMoved) (await loadHead()).setDescription(text);
};
