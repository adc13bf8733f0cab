/** Registers the operations of reading. The bytes of books are served by the content origin. */
import { register, registerEncoded } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { listTextChanges } from './changes/list-text-changes.ts';
import { markChangesSeen } from './changes/mark-changes-seen.ts';
import { getManifest } from './get-manifest.ts';
import { getMyReading } from './get-my-reading.ts';
import { getNarration } from './get-narration.ts';
import { openBook } from './open-book.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';
import { reportReading } from './report-reading.ts';

export const registerReadingRoutes = (router: Router, dependencies: ReadingDependencies): void => {
  register(router, dependencies, { openBook, reportReading, getMyReading, listTextChanges, markChangesSeen });
  registerEncoded(router, dependencies, { getManifest, getNarration });
};
