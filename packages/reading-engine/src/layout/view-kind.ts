/** Which view shows a book: by its layout, the publisher's flow and the reader's preference. */
import type { ReadingPreferences } from '@shufang/contract';
import type { Spine } from '../publication/spine.ts';
import type { BookView, ViewHost } from './book-view.ts';
import { createFixedView } from './fixed-view.ts';
import { createMixedView } from './mixed-view.ts';
import { createPagedView } from './paged-view.ts';
import { createScrollView } from './scroll-view.ts';

export type ViewKind = 'paged' | 'scroll' | 'fixed' | 'mixed';

/** The publisher's flow comes before the reader's preference to turn pages. */
const isScrolled = ({ layout, flow }: Spine['metadata'], preferences: ReadingPreferences): boolean =>
  flow?.startsWith('scrolled') === true || (preferences.scroll && layout !== 'fixed');

export const kindOf = ({ metadata }: Spine, preferences: ReadingPreferences): ViewKind =>
  isScrolled(metadata, preferences) ? 'scroll' : metadata.hasBothLayouts ? 'mixed' : metadata.layout === 'fixed' ? 'fixed' : 'paged';

export const createView: Record<ViewKind, (host: ViewHost) => BookView> = {
  paged: createPagedView,
  scroll: createScrollView,
  fixed: createFixedView,
  mixed: createMixedView,
};
