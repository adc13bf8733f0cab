/** The table of contents with the minutes that the user has read in each document. Loaded when it is opened. */
import { getChapterTimes } from '@shufang/contract';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../platform/api/client.ts';
import { useSession } from '../../platform/session/session.ts';
import { sendBlockTimes } from './block-time-recorder.ts';
import { ContentsPanel, type ContentsPanelProps } from './contents-panel.tsx';
import { ignoreUntilNextTime } from './send-reading-days.ts';

/** Query of the user's reading time in a book; sends the unsent time of this device first. */
const chapterTimesQuery = (userId: string | undefined, bookId: string) =>
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

export const TimedContents = ({ bookId, ...panel }: ContentsPanelProps & { bookId: string }) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(chapterTimesQuery(userId, bookId));
  const times = useMemo(() => data && new Map(data.documents.map(({ href, seconds }) => [href, seconds])), [data]);
  return <ContentsPanel {...panel} times={times} />;
};
