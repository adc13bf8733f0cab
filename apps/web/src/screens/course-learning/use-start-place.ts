/** Where a book opens: the place in the address, else the latest place this reader is known to have been at. */
import { decodeLocatorParam, type Locator } from '@shufang/contract';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { documentOf } from '../../features/reading/book-outline.ts';
import { findLatestPlace } from '../../features/reading/reading-place.ts';
import type { OpenedBook } from '../../features/reading/use-open-book.ts';
import { readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';

/** The place an address asks for: `at` is a whole locator, `href` a document with or without a fragment. */
export const placeInAddress = (params: URLSearchParams): Locator | undefined => {
  const at = params.get('at');
  if (at !== null) return decodeLocatorParam(at);
  const href = params.get('href');
  if (href === null || href === '') return undefined;
  const fragment = href.split('#')[1];
  return { href: documentOf(href), locations: fragment === undefined ? {} : { fragment } };
};

export interface StartPlace {
  locator: Locator | undefined;
  /** The reader left the book here before; arriving is no news. */
  isRestored: boolean;
}

/** Undefined until the disk was read. Decided once a visit. */
export const useStartPlace = (opened: OpenedBook | undefined): StartPlace | undefined => {
  const owner = useOwner();
  const [params] = useSearchParams();
  const [start, setStart] = useState<StartPlace>();
  useEffect(() => {
    if (!opened || start) return;
    const asked = placeInAddress(params);
    const find = async (): Promise<StartPlace> => {
      if (asked) return { locator: asked, isRestored: false };
      const place = await findLatestPlace(readerDatabase(), owner, opened.book.id, opened.progress);
      return { locator: place?.locator, isRestored: place !== undefined };
    };
    let isGone = false;
    void find().then((found) => {
      if (!isGone) setStart(found);
    });
    return () => {
      isGone = true;
    };
  }, [opened, owner, params, start]);
  return start;
};
