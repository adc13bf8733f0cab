/** The table of contents with the minutes that the user has read in each document, and what classes plan. Loaded when it is opened. */
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { chapterTimesQuery } from '../../../features/reading/chapter-times-query.ts';
import { ContentsPanel, type ContentsPanelProps } from '../../../features/reading/contents-panel.tsx';
import { planLabel } from '../../../features/teaching/plan-label.ts';
import { plannedChaptersQuery } from '../../../features/teaching/queries.ts';
import { useSession } from '../../../platform/session/session.ts';

export const TimedContents = ({ bookId, ...panel }: ContentsPanelProps & { bookId: string }) => {
  const userId = useSession((session) => session.userId);
  const { data } = useQuery(chapterTimesQuery(userId, bookId));
  const times = useMemo(() => data && new Map(data.documents.map(({ href, seconds }) => [href, seconds])), [data]);
  const planned = useQuery(plannedChaptersQuery(userId)).data;
  const [now] = useState(() => Date.now());
  const planLabels = useMemo(() => {
    const found = new Map<string, string>();
    for (const one of planned?.items ?? []) {
      const label = one.bookId === bookId ? planLabel(one, now) : undefined;
      // Of several classes with the same book, the one that is due first counts.
      if (label !== undefined && !found.has(one.href)) found.set(one.href, label);
    }
    return found;
  }, [planned, bookId, now]);
  return <ContentsPanel {...panel} times={times} planLabels={planLabels} />;
};
