/** Review mode of the page of the user's notes (我的笔记), stored in the URL: whether a review replaces the list, and of which annotations. */
import type { Annotation } from '@shufang/contract';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';

/** Ids of the annotations selected for review, stored in the history entry; without a selection all shown annotations are reviewed. */
const reviewSelectionState = z.object({ reviewIds: z.array(z.string()) });
/** State of the history entry, set when the user has just left a review. */
const reviewReturnState = z.object({ isBackFromReview: z.literal(true) });

/** Reads the review mode from the URL: `review=1` reviews the cards that are due, `review=all` every card. */
export const useReviewing = () => {
  const [params, setParams] = useSearchParams();
  const state: unknown = useLocation().state;
  const ids = reviewSelectionState.safeParse(state).data?.reviewIds;
  const openReview = (review: '1' | 'all', chosen: readonly string[] | undefined, replace: boolean): void => {
    const next = new URLSearchParams(params);
    next.set('review', review);
    setParams(next, { replace, state: chosen === undefined ? null : { reviewIds: chosen } });
  };
  return {
    isReviewing: params.has('review'),
    isAll: params.get('review') === 'all',
    isToReview: ({ id }: Annotation): boolean => ids?.includes(id) ?? true,
    start: (annotations?: readonly Annotation[]): void =>
      openReview(
        '1',
        annotations?.map(({ id }) => id),
        false,
      ),
    reviewAll: (): void => openReview('all', ids, true),
    /** Whether the user has just left a review, so that the focus returns to the button that started it. */
    isBack: reviewReturnState.safeParse(state).success,
    leave: (): void => {
      const next = new URLSearchParams(params);
      next.delete('review');
      setParams(next, { replace: true, state: { isBackFromReview: true } });
    },
  };
};
