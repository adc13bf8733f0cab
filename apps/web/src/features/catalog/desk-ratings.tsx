/** Ratings for editors: those that were reported first; one is taken from view with a reason, or kept. */
import { type DeskRating, decideRating, LIMITS, listDeskRatings, type RatingState, ratingState } from '@shufang/contract';
import { buttonClass, Facts, ReasonDialog, RecordCard, RecordList, StateBadge } from '@shufang/ui';
import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { call } from '../../platform/api/client.ts';
import { deskText } from '../../platform/messages/zh-cn/desk.ts';
import { ratingsText as text } from '../../platform/messages/zh-cn/readers-say.ts';
import { StateField } from '../../platform/records/state-field.tsx';
import { useAddressFilters } from '../../platform/records/use-address-filters.ts';
import { useRecordPages } from '../../platform/records/use-record-pages.ts';
import styles from './ratings.module.css';
import { StarLine } from './stars.tsx';

const time = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });
const KEY = ['catalog', 'desk-ratings'];
const TONES = { reported: 'wait', shown: 'good', hidden: 'stop' } as const;

const deskRatingsQuery = (state: RatingState) =>
  infiniteQueryOptions({
    queryKey: [...KEY, state],
    queryFn: ({ pageParam, signal }) => call(listDeskRatings, { state, ...(pageParam === '' ? {} : { cursor: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { claims: true },
  });

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
        <ReasonDialog
          title={text.hideOf(author)}
          lead={text.hideLead}
          label={text.hideReason}
          needText={deskText.reasonNeeded}
          maxLength={LIMITS.operatorReasonChars}
          confirmLabel={text.hide}
          cancelLabel={deskText.cancel}
          isBusy={deciding.isPending}
          onConfirm={(reason) => deciding.mutate({ decision: 'hide', reason })}
          onClose={() => setHiding(false)}
        />
      ) : null}
    </li>
  );
};

export const DeskRatings = () => {
  const { valueOf, change } = useAddressFilters();
  const state = ratingState.safeParse(valueOf('state')).data ?? 'reported';
  const query = useInfiniteQuery(deskRatingsQuery(state));
  const pages = useRecordPages(query, deskText.failed(text.deskTitle));
  const counts = query.data?.pages[0]?.counts;
  return (
    <RecordList
      pages={pages}
      filters={{
        label: text.filters,
        fields: (
          <StateField
            name="state"
            states={ratingState.options}
            first="reported"
            value={state}
            labels={text.deskStates}
            counts={counts}
            change={change}
          />
        ),
      }}
      empty={{ title: text.nothing, children: <p>{text.nothingHint}</p> }}
    >
      {(ratings) => (
        <ul className={styles.records}>
          {ratings.map((rating) => (
            <Rating key={rating.id} rating={rating} />
          ))}
        </ul>
      )}
    </RecordList>
  );
};
