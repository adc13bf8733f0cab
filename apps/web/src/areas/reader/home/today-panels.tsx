/** Panels of the home page: the review cards of today, and the reading time of this week. */
import { buttonClass, Cluster, Grid, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { useCardsOfToday } from '../../../features/annotation/use-cards-of-today.ts';
import panelStyles from '../../../features/reading/figure-panel.module.css';
import { ReadingWeek } from '../../../features/reading/reading-week.tsx';
import { readingTimeText } from '../../../platform/messages/zh-cn/reading-time.ts';
import { reviewText } from '../../../platform/messages/zh-cn/review.ts';
import styles from './reading-today.module.css';

const ReviewToday = () => {
  const waiting = useCardsOfToday();
  return (
    <Cluster align="center" justify="between" className={`${panelStyles.panel} ${styles.review}`}>
      <div>
        <p>
          <Text serif tabular className={panelStyles.figure}>
            {waiting ?? '–'}
          </Text>
          {reviewText.unit}
        </p>
        <Text as="p" size={14} tone="soft" marginTop={4}>
          {waiting === undefined || waiting > 0 ? reviewText.todayLead : reviewText.todayNone}
        </Text>
      </div>
      <Link to={waiting ? '/user/myNotes?review=1' : '/user/myNotes'} className={buttonClass('quiet')}>
        {waiting ? reviewText.todayStart : reviewText.todayNotes}
      </Link>
    </Cluster>
  );
};

export const TodayPanels = ({ userId }: { userId: string }) => (
  <Grid gap={16} className={styles.panels}>
    <section aria-label={reviewText.todayTitle}>
      <h3 className={styles.panelTitle}>{reviewText.todayTitle}</h3>
      <ReviewToday />
    </section>
    <section aria-label={readingTimeText.title}>
      <h3 className={styles.panelTitle}>{readingTimeText.title}</h3>
      <ReadingWeek owner={userId} />
    </section>
  </Grid>
);
