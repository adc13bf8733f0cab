import { useEffect } from 'react';
import { describePage, setTitle } from './follow-page.ts';

/** Sets the title and the description of a screen that are more specific than those of its route, e.g. the title of a book. */
export const useDocumentTitle = (title: string, description = ''): void => {
  useEffect(() => {
    setTitle(title);
    // If the code that sets the description cannot be loaded without a network, the page keeps the general description.
    describePage(description).catch(() => undefined);
  }, [title, description]);
};
