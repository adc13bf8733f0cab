/** Whether the cards stand in the place of the list on 我的笔记, and of which marks: said by the address. */
import type { Annotation } from '@shufang/contract';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';

/** Which marks were chosen to be reviewed stands with the address in the history; without a choice all that is shown are. */
const chosenToReview = z.object({ reviewIds: z.array(z.string()) });
/** Who left the cards a moment ago. */
const backFromReview = z.object({ isBackFromReview: z.literal(true) });

/** The cards stand in the place of the list: `review=1` those that are due, `review=all` every one. */
export const useReviewing = () => {
  const [params, setParams] = useSearchParams();
  const state: unknown = useLocation().state;
  const ids = chosenToReview.safeParse(state).data?.reviewIds;
  const go = (review: '1' | 'all', chosen: readonly string[] | undefined, replace: boolean): void => {
    const next = new URLSearchParams(params);
    next.set('review', review);
    setParams(next, { replace, state: chosen === undefined ? null : { reviewIds: chosen } });
  };
  return {
    isReviewing: params.has('review'),
    isAll: params.get('review') === 'all',
    isToReview: ({ id }: Annotation): boolean => ids?.includes(id) ?? true,
    start: (marks?: readonly Annotation[]): void =>
      go(
        '1',
        marks?.map(({ id }) => id),
        false,
      ),
    goThroughAll: (): void => go('all', ids, true),
    /** The focus goes back to where the cards were begun. */
    isBack: backFromReview.safeParse(state).success,
    leave: (): void => {
      const next = new URLSearchParams(params);
      next.delete('review');
      setParams(next, { replace: true, state: { isBackFromReview: true } });
    },
  };
};
