import { useEffect } from 'react';
import { shellText } from '../messages/zh-cn/shell.ts';

/** The window's title of a screen that knows more than its route, e.g. the book's name. */
export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = shellText.documentTitle(title);
  }, [title]);
};
