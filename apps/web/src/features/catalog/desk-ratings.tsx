/** Ratings for editors: those that were reported first; one is taken from view with a reason, or kept. */
import { type DeskRating, decideRating, LIMITS, listDeskRatings, type RatingState, ratingState } from '@shufang/contract';
import { buttonClass, Facts, RecordCard, StateBadge } from '@shufang/ui';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { chineseDates } from '../../platform/chinese-dates.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { ratingsText as text } from '../../platform/messages/zh-cn/readers-say.ts';
import { KeptReasonDialog } from '../../platform/records/kept-reason-dialog.tsx';
import { recordPagesQuery } from '../../platform/records/record-pages-query.ts';
import { StateList } from '../../platform/records/state-list.tsx';
import styles from './ratings.module.css';
import { StarLine } from './stars.tsx';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const KEY = ['catalog', 'desk-ratings'];
const TONES = { reported: 'wait', shown: 'good', hidden: 'stop' } as const;

const deskRatingsQuery = (state: RatingState) =>
  recordPagesQuery([...KEY, state], (from, signal) => call(listDeskRatings, { state, ...from }, { signal }));

const Rating = ({ rating }: { rating: DeskRating }) => {
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
      <RecordCard title={rating.bookTitle} mark={<StateBadge tone={TONES[rating.state]}>{text.deskStates[rating.state]}</StateBadge>}>
        <StarLine stars={rating.stars} size={18} />
        {rating.body === '' ? null : <p className={styles.words}>{rating.body}</p>}
        <Facts
          items={[
            [text.author, `${author} ${rating.person.tel}`],
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
        <div className={styles.actions}>
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
        </div>
      </RecordCard>
      {isHiding ? (
        <KeptReasonDialog
          form={`hide-rating:${rating.id}`}
          title={text.hideOf(author)}
          lead={text.hideLead}
          label={text.hideReason}
          needText={deskText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.hide}
          cancelLabel={deskText.cancel}
          isBusy={deciding.isPending}
          onConfirm={(reason) => deciding.mutateAsync({ decision: 'hide', reason })}
          onClose={() => setHiding(false)}
        />
      ) : null}
    </li>
  );
};

export const DeskRatings = () => (
  <StateList
    name="state"
    states={ratingState.options}
    first="reported"
    labels={text.deskStates}
    queryOf={deskRatingsQuery}
    what={text.deskTitle}
    filtersLabel={text.filters}
    empty={{ title: text.nothing, hint: text.nothingHint }}
  >
    {(ratings) => (
      <ul className={styles.records}>
        {ratings.map((rating) => (
          <Rating key={rating.id} rating={rating} />
        ))}
      </ul>
    )}
  </StateList>
);
