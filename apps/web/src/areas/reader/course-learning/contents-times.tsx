/**
 * Loads the minutes that the user has read in each document, and what classes plan, for the table of contents. Shows nothing itself: the
 * table is there before this code is loaded, and must stay, with what was typed into its filter.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { chapterTimesQuery } from '../../../features/reading/chapter-times-query.ts';
import type { ContentsPanelProps } from '../../../features/reading/contents-panel.tsx';
import { planLabel } from '../../../features/teaching/plan-label.ts';
import { plannedChaptersQuery, readingTasksQuery } from '../../../features/teaching/queries.ts';
import { taskText } from '../../../platform/messages/zh-cn/assignment-task.ts';
import { useSession } from '../../../platform/session/session.ts';

/** What the rows of the table show beside their titles, by the href of the document. */
export type ContentsTimes = Pick<ContentsPanelProps, 'times' | 'planLabels'>;

/** How often the progress of reading assignments is read while the table of contents is open. */
const REFRESH_MS = 30_000;

export const ContentsTimesLoader = ({ bookId, onLoaded }: { bookId: string; onLoaded: (times: ContentsTimes) => void }) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(chapterTimesQuery(userId, bookId));
  const times = useMemo(() => data && new Map(data.documents.map(({ href, seconds }) => [href, seconds])), [data]);
  const planned = useQuery(plannedChaptersQuery(userId)).data;
  const reading = useQuery({ ...readingTasksQuery(userId, bookId), staleTime: 0, refetchInterval: REFRESH_MS }).data;
  const [now] = useState(() => Date.now());
  const planLabels = useMemo(() => {
    const found = new Map<string, string>();
    // An assignment says more than the plan: how long the chapter is to be read, and for how long it was.
    for (const { title, chapters } of reading?.items ?? [])
      for (const { href, readSeconds, seconds, isDone } of chapters)
        if (!isDone && !found.has(href)) found.set(href, taskText.readerLabel(title, readSeconds, seconds));
    for (const one of planned?.items ?? []) {
      const label = one.bookId === bookId ? planLabel(one, now) : undefined;
      // Of several classes with the same book, the one that is due first counts.
      if (label !== undefined && !found.has(one.href)) found.set(one.href, label);
    }
    return found;
  }, [planned, reading, bookId, now]);
  const handleLoaded = useEffectEvent(onLoaded);
  useEffect(() => {
    handleLoaded({ times, planLabels });
  }, [times, planLabels]);
  return null;
};
