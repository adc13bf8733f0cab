/** Server query of the user's reading time by chapter. */
import { getChapterTimes } from '@shufang/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { sendBlockTimes } from './block-time-recorder.ts';
import { ignoreUntilNextTime } from './send-reading-days.ts';

/** Query of the user's reading time in a book; sends the unsent time of this device first. */
export const chapterTimesQuery = (userId: string | undefined, bookId: string) =>
  queryOptions({
    queryKey: ['reading', 'chapters', userId, bookId],
    queryFn: async ({ signal }) => {
      await sendBlockTimes(userId ?? '').catch(ignoreUntilNextTime);
      return call(getChapterTimes, { bookId }, { signal });
    },
    staleTime: 0,
    enabled: userId !== undefined,
    // Without a network the table of contents is shown without minutes.
    meta: { claims: true },
  });
