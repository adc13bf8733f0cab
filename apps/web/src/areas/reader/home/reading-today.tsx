/** The top of the home page of a signed-in user: the books in progress, the cards to review today, and the reading time of this week. */
import { Section } from '@shufang/ui';
import { lazy, Suspense } from 'react';
import { ContinueRow, useContinueReading } from '../../../features/catalog/continue-row.tsx';
import { RowFailure } from '../../../features/catalog/row-failure.tsx';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import { useSession } from '../../../platform/session/session.ts';
import { MoreLink } from './more-link.tsx';
import styles from './reading-today.module.css';

/** The panels read from the device's database, which is loaded after the books in progress. */
const TodayPanels = lazy(async () => ({ default: (await import('./today-panels.tsx')).TodayPanels }));

/** Number of books in progress on the home page; all of them are on the page of recently read books. */
const SHOWN = 3;

interface Reading extends ReturnType<typeof useContinueReading> {
  readonly userId: string;
}

/** Returns the reading of the user; undefined for anonymous users, and for users who have not opened a book yet. */
export const useReading = (): Reading | undefined => {
  const userId = useSession((session) => session.userId);
  const inProgress = useContinueReading();
  const isNothing = inProgress.error === null && inProgress.items.length === 0;
  return userId === undefined || isNothing ? undefined : { ...inProgress, userId };
};

export const ReadingToday = ({ reading: { userId, items, error, retry } }: { reading: Reading }) => {
  return (
    <div className={styles.today}>
      <Section title={catalogText.continueReading} more={<MoreLink to="/bookshelf/recent" name={catalogText.continueReading} />}>
        {error === null ? <ContinueRow items={items.slice(0, SHOWN)} /> : <RowFailure error={error} onRetry={retry} />}
        {error === null ? (
          <Suspense fallback={<div className={styles.panelsWaiting} />}>
            <TodayPanels userId={userId} />
          </Suspense>
        ) : null}
      </Section>
    </div>
  );
};
