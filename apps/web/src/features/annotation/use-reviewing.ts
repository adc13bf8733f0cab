/** Whether the cards stand in the place of the list on 我的笔记, and of which marks: said by the address. */
import type { Annotation } from '@shufang/contract';
import { useLocation, useSearchParams } from 'react-router';
import { z } from 'zod';

/** Which marks were chosen to be reviewed stands with the address in the history; without a choice all that is shown are. */
const chosenToReview = z.object({ reviewIds: z.array(z.string()) });

/** The cards stand in the place of the list: `review=1` those that are due, `review=all` every one. */
export const useReviewing = () => {
  const [params, setParams] = useSearchParams();
  const state: unknown = useLocation().state;
  const ids = chosenToReview.safeParse(state).data?.reviewIds;
  const go = (review: '1' | 'all' | undefined, chosen: readonly string[] | undefined, replace: boolean): void => {
    const next = new URLSearchParams(params);
    if (review === undefined) next.delete('review');
    else next.set('review', review);
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
    leave: (): void => go(undefined, undefined, true),
  };
};
