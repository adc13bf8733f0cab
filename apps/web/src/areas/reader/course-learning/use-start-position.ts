/** Determines the position at which a book opens: the locator in the URL, or else the latest saved position. */
import { decodeLocatorParam, type Locator } from '@shufang/contract';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { documentOf } from '../../../features/reading/book-outline.ts';
import { findLatestPosition } from '../../../features/reading/reading-position.ts';
import type { OpenedBook } from '../../../features/reading/use-open-book.ts';
import { readerDatabase } from '../../../platform/storage/reader-database.ts';
import { useOwner } from '../../../platform/storage/use-owner.ts';

/** Returns the locator in the URL: `at` is a complete locator, `href` a document with or without a fragment. */
export const locatorInUrl = (params: URLSearchParams): Locator | undefined => {
  const at = params.get('at');
  if (at !== null) return decodeLocatorParam(at);
  const href = params.get('href');
  if (href === null || href === '') return undefined;
  const fragment = href.split('#')[1];
  return { href: documentOf(href), locations: fragment === undefined ? {} : { fragment } };
};

export interface StartPosition {
  locator: Locator | undefined;
  /** Whether the position is a saved one, so that it need not be saved again when the book opens. */
  isRestored: boolean;
}

/** Returns the start position, determined once per visit; undefined until the database is read. */
export const useStartPosition = (opened: OpenedBook | undefined): StartPosition | undefined => {
  const owner = useOwner();
  const [params] = useSearchParams();
  const [start, setStart] = useState<StartPosition>();
  useEffect(() => {
    if (!opened || start) return;
    const requested = locatorInUrl(params);
    const find = async (): Promise<StartPosition> => {
      if (requested) return { locator: requested, isRestored: false };
      const position = await findLatestPosition(readerDatabase(), owner, opened.book.id, opened.progress);
      return { locator: position?.locator, isRestored: position !== undefined };
    };
    let isCanceled = false;
    void find().then((found) => {
      if (!isCanceled) setStart(found);
    });
    return () => {
      isCanceled = true;
    };
  }, [opened, owner, params, start]);
  return start;
};
