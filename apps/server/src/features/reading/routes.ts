/** Registers the operations of reading. The bytes of books are served by the content origin. */
import { register, registerEncoded } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { listTextChanges } from './changes/list-text-changes.ts';
import { markChangesSeen } from './changes/mark-changes-seen.ts';
import { getManifest } from './get-manifest.ts';
import { getMyReading } from './get-my-reading.ts';
import { getNarration } from './get-narration.ts';
import { getBookPackage } from './leases/get-book-package.ts';
import { getBookPassages } from './leases/get-book-passages.ts';
import { listLeases } from './leases/list-leases.ts';
import { obtainLease } from './leases/obtain-lease.ts';
import { releaseLease } from './leases/release-lease.ts';
import { renewLeases } from './leases/renew-leases.ts';
import { openBook } from './open-book.ts';
import type { ReadingDependencies } from './reading-dependencies.ts';
import { reportReading } from './report-reading.ts';

export const registerReadingRoutes = (router: Router, dependencies: ReadingDependencies): void => {
  register(router, dependencies, { openBook, reportReading, getMyReading, listTextChanges, markChangesSeen });
  register(router, dependencies, { obtainLease, renewLeases, listLeases, releaseLease });
  registerEncoded(router, dependencies, { getManifest, getNarration, getBookPackage, getBookPassages });
};
