/** Assembles the synchronization with the handlers of all slices. */
import { createAnnotationSync } from '../features/annotation/sync-annotations.ts';
import { createReviewCardSync } from '../features/annotation/sync-review-cards.ts';
import { createFavoriteSync, createShelfGroupSync, createShelfItemSync } from '../features/bookshelf/sync-shelf.ts';
import { createContentLookups } from '../features/catalog/content-lookups.ts';
import { createInteractiveStateSync } from '../features/reading/interactive-state-sync.ts';
import { createPracticeAnswerSync } from '../features/reading/practice-answer-sync.ts';
import { createPreferencesSync } from '../features/reading/preferences-sync.ts';
import { createProgressSync } from '../features/reading/progress-sync.ts';
import type { SyncDependencies } from '../features/sync/push-changes.ts';
import type { Platform } from './open-platform.ts';

export const assembleSync = ({ db, events, clock }: Pick<Platform, 'db' | 'events' | 'clock'>): SyncDependencies => {
  const lookups = createContentLookups(db);
  return {
    db,
    events,
    clock,
    handlers: [
      createAnnotationSync(lookups),
      createReviewCardSync(),
      createProgressSync(lookups),
      createPracticeAnswerSync(lookups),
      createInteractiveStateSync(lookups),
      createPreferencesSync(),
      createShelfItemSync(lookups),
      createShelfGroupSync(),
      createFavoriteSync(lookups),
    ],
  };
};
