/** Admin list of ratings, reported ones first; an editor hides a rating with a reason, or dismisses the report. */
import { type AdminRating, decideRating, LIMITS, listAdminRatings, type RatingState, ratingState } from '@shufang/contract';
import { buttonClass, Cluster, Facts, RecordCard, Stack, StateBadge, Text } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import styles from '../../../features/catalog/ratings.module.css';
import { StarLine } from '../../../features/catalog/stars.tsx';
import { call } from '../../../platform/api/client.ts';
import { chineseDates } from '../../../platform/chinese-dates.ts';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { ratingsText as text } from '../../../platform/messages/zh-cn/readers-say.ts';
import { ReasonDialogWithDraft } from '../../../platform/records/reason-dialog-with-draft.tsx';
import { recordPagesQuery } from '../../../platform/records/record-pages-query.ts';
import { StateList } from '../../../platform/records/state-list.tsx';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const KEY = ['catalog', 'admin-ratings'];
const TONES = { reported: 'wait', shown: 'good', hidden: 'stop' } as const;

const adminRatingsQuery = (state: RatingState) =>
  recordPagesQuery([...KEY, state], (from, signal) => call(listAdminRatings, { state, ...from }, { signal }));

const Rating = ({ rating }: { rating: AdminRating }) => {
  const queryClient = useQueryClient();
  const [isHiding, setHiding] = useState(false);
  const deciding = useMutation({
    mutationFn: (given: { decision: 'hide' | 'keep'; reason?: string }) => call(decideRating, { id: rating.id, ...given }),
    onSuccess: () => setHiding(false),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
  const author = rating.author === '' ? text.gone : rating.author;
  const isHidden = rating.state === 'hidden';
  return (
    <li>
      <RecordCard
        isListed
        title={rating.bookTitle}
        badge={<StateBadge tone={TONES[rating.state]}>{text.adminStates[rating.state]}</StateBadge>}
      >
        <StarLine stars={rating.stars} size={18} />
        {rating.body === '' ? null : (
          <Text as="p" marginTop={6} breakWords whiteSpace="pre-line" className={styles.text}>
            {rating.body}
          </Text>
        )}
        <Facts
          items={[
            [text.author, `${author} ${rating.account.tel}`],
            [text.at, time.format(rating.updatedAt)],
            [
              text.book,
              <Link key="book" to={`/course/info/${rating.bookId}?tab=ratings`}>
                {rating.bookTitle}
              </Link>,
            ],
            ...(rating.reports.length === 0 ? [] : [[text.reports, rating.reports.map(({ reason }) => reason).join('；')] as const]),
            ...(isHidden ? [[text.hiddenReason, rating.hiddenReason] as const] : []),
          ]}
        />
        <Cluster gap={12} className={styles.actions}>
          {isHidden ? null : (
            <button type="button" className={buttonClass()} aria-label={text.hideOf(author)} onClick={() => setHiding(true)}>
              {text.hide}
            </button>
          )}
          {rating.state === 'shown' ? null : (
            <button
              type="button"
              className={buttonClass('quiet')}
              aria-label={isHidden ? text.putBackOf(author) : text.keepOf(author)}
              aria-disabled={deciding.isPending}
              onClick={() => {
                if (!deciding.isPending) deciding.mutate({ decision: 'keep' });
              }}
            >
              {isHidden ? text.putBack : text.keep}
            </button>
          )}
        </Cluster>
      </RecordCard>
      {isHiding ? (
        <ReasonDialogWithDraft
          form={`hide-rating:${rating.id}`}
          title={text.hideOf(author)}
          lead={text.hideLead}
          label={text.hideReason}
          needText={adminText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.hide}
          isDestructive
          cancelLabel={adminText.cancel}
          isBusy={deciding.isPending}
          onConfirm={(reason) => deciding.mutateAsync({ decision: 'hide', reason })}
          onClose={() => setHiding(false)}
        />
      ) : null}
    </li>
  );
};

export const AdminRatings = () => (
  <StateList
    name="state"
    states={ratingState.options}
    first="reported"
    labels={text.adminStates}
    queryOf={adminRatingsQuery}
    what={text.adminTitle}
    filtersLabel={text.filters}
    empty={{ title: text.nothing, hint: text.nothingHint }}
  >
    {(ratings) => (
      <Stack as="ul" gap={16} className={styles.records}>
        {ratings.map((rating) => (
          <Rating key={rating.id} rating={rating} />
        ))}
      </Stack>
    )}
  </StateList>
);
