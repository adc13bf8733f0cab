/** Opening a book, and the time one reads, on the wire. */
import {
  getMyReading as getMyReadingOperation,
  openBook as openBookOperation,
  reportReading as reportReadingOperation,
} from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import { type OpenBookDependencies, openBook } from './open-book.ts';
import { getMyReading, type ReadingTimeDependencies, takeReadingDays } from './reading-time.ts';

export const registerReadingRoutes = (router: Router, deps: OpenBookDependencies & ReadingTimeDependencies): void => {
  router.handleAnyone(openBookOperation, (input, context) => openBook(deps, context, input));
  router.handle(reportReadingOperation, async (input, { reader }) => {
    const kept = await takeReadingDays(deps, reader.userId, input);
    if (kept > 0) await deps.keepPlaces(reader.userId);
    return { kept };
  });
  router.handle(getMyReadingOperation, (input, { reader }) => getMyReading(deps, reader.userId, input.today));
};
