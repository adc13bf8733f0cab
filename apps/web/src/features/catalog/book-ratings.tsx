/** The tab with the ratings of a book (评价) and their totals. */
import { type BookRating, type RatingList, reportRating } from '@shufang/contract';
import { Cluster, EmptyState, Grid, RecordsSkeleton, Row, Stack, Text, TextButton } from '@shufang/ui';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { bookPageText } from '../../platform/messages/zh-cn/book-page.ts';
import { ratingsText as text } from '../../platform/messages/zh-cn/readers-say.ts';
import { ReasonDialogWithDraft } from '../../platform/records/reason-dialog-with-draft.tsx';
import { useSession } from '../../platform/session/session.ts';
import { LoadMore } from './load-more.tsx';
import { MyRatingCard } from './my-rating.tsx';
import { ratingsQuery } from './queries.ts';
import styles from './ratings.module.css';
import { RowFailure } from './row-failure.tsx';
import { StarLine } from './stars.tsx';

const dateFormat = chineseDates({ year: 'numeric', month: 'long', day: 'numeric' });
const REASON_CHARS = 200;

const Summary = ({ mean, count, distribution }: RatingList) => (
  <div className={styles.summary}>
    {mean === undefined ? null : (
      <Row as="p" gap={12} align="baseline">
        <Text weight={700} serif tabular className={styles.figure} aria-hidden>
          {text.mean(mean)}
        </Text>
        <span className="visually-hidden">{text.outOf(mean)}</span>
        <Text size={14} tone="faint">
          {text.count(count)}
        </Text>
      </Row>
    )}
    <Stack as="ul" gap={6} marginTop={16} aria-label={text.distribution}>
      {distribution
        .map((n, index) => ({ stars: index + 1, n }))
        .toReversed()
        .map(({ stars, n }) => (
          <Grid
            key={stars}
            as="li"
            gap={10}
            align="center"
            size={13}
            tone="faint"
            tabular
            className={styles.bar}
            aria-label={text.share(stars, n)}
          >
            <span aria-hidden>{text.stars(stars)}</span>
            <span className={styles.track} aria-hidden>
              <span className={styles.fill} style={{ width: `${count === 0 ? 0 : (n / count) * 100}%` }} />
            </span>
            <span aria-hidden>{n}</span>
          </Grid>
        ))}
    </Stack>
  </div>
);

const Item = ({ rating, isMine }: { rating: BookRating; isMine: boolean }) => {
  const isSignedIn = useSession((session) => session.token !== undefined);
  const [isReporting, setReporting] = useState(false);
  const reporting = useMutation({
    mutationFn: (reason: string) => call(reportRating, { id: rating.id, reason }),
    onSuccess: () => setReporting(false),
  });
  const author = rating.author === '' ? text.gone : rating.author;
  return (
    <li className={styles.item}>
      <Cluster as="p" gap={[4, 12]} align="center" size={13} tone="faint" className={styles.itemHead}>
        <span className={styles.author}>{author}</span>
        <StarLine stars={rating.stars} />
        <span>
          {rating.updatedAt === rating.createdAt ? dateFormat.format(rating.createdAt) : text.edited(dateFormat.format(rating.updatedAt))}
        </span>
        {isMine ? null : (
          <TextButton
            type="button"
            size={13}
            tone="faint"
            className={styles.quiet}
            aria-label={text.reportOf(author)}
            onClick={() => (isSignedIn ? setReporting(true) : broadcast('signInRequest'))}
          >
            {text.report}
          </TextButton>
        )}
      </Cluster>
      {rating.body === '' ? null : (
        <Text as="p" marginTop={6} breakWords whiteSpace="pre-line" className={styles.text}>
          {rating.body}
        </Text>
      )}
      {isReporting ? (
        <ReasonDialogWithDraft
          form={`report-rating:${rating.id}`}
          title={text.reportOf(author)}
          lead={text.reportLead}
          label={text.reportReason}
          needText={text.reportNeeded}
          maxLength={REASON_CHARS}
          confirmLabel={text.report}
          cancelLabel={text.cancel}
          isBusy={reporting.isPending}
          onConfirm={(reason) => reporting.mutateAsync(reason)}
          onClose={() => setReporting(false)}
        />
      ) : null}
    </li>
  );
};

export const BookRatings = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(ratingsQuery(bookId));
  const [first] = data?.pages ?? [];
  if (first === undefined) {
    if (isError) return <RowFailure text={bookPageText.failed(text.tab)} onRetry={() => void refetch()} />;
    return <RecordsSkeleton label={bookPageText.loading} />;
  }
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <div className={styles.ratings} data-empty={first.count === 0 || undefined}>
      {first.count === 0 ? null : <Summary {...first} />}
      <div>
        <MyRatingCard bookId={bookId} rating={first.mine} mayRate={first.mayRate} />
        {items.length === 0 ? (
          <EmptyState title={text.none}>
            <p>{text.noneHint}</p>
          </EmptyState>
        ) : (
          <ul>
            {items.map((rating) => (
              <Item key={rating.id} rating={rating} isMine={rating.id === first.mine?.id} />
            ))}
          </ul>
        )}
        {hasNextPage ? <LoadMore loading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : null}
      </div>
    </div>
  );
};
