/**
 * Loads the minutes that the user has read in each document, and what classes plan, for the table of contents. Shows nothing itself: the
 * table is there before this code is loaded, and must stay, with what was typed into its filter.
 */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { chapterTimesQuery } from '../../../features/reading/chapter-times-query.ts';
import type { ContentsPanelProps } from '../../../features/reading/contents-panel.tsx';
import { planLabel } from '../../../features/teaching/plan-label.ts';
import { plannedChaptersQuery } from '../../../features/teaching/queries.ts';
import { useSession } from '../../../platform/session/session.ts';

/** What the rows of the table show beside their titles, by the href of the document. */
export type ContentsTimes = Pick<ContentsPanelProps, 'times' | 'planLabels'>;

export const ContentsTimesLoader = ({ bookId, onLoaded }: { bookId: string; onLoaded: (times: ContentsTimes) => void }) => {
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
  const handleLoaded = useEffectEvent(onLoaded);
  useEffect(() => {
    handleLoaded({ times, planLabels });
  }, [times, planLabels]);
  return null;
};
