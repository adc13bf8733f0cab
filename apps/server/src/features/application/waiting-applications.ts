/** Applications of a person that wait for them and not for an editor: sent back, over, or about to end. */
import { applicationKind, type getMyTodo, LIMITS, type OutputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { type Standing, standingOf } from './rules.ts';
import { listApplicationsOf } from './store.ts';

type Waiting = OutputOf<typeof getMyTodo>['applications'];

const waitingAs = ({ state, validUntil }: Standing, now: number): Waiting[number]['state'] | undefined => {
  if (state === 'rejected' || state === 'expired') return state;
  return state === 'approved' && validUntil !== undefined && validUntil - now <= LIMITS.applicationRenewalMs ? 'endsSoon' : undefined;
};

export const listWaitingApplications = async (db: Queryable, userId: string, now: number): Promise<Waiting> => {
  const standings = await Promise.all(
    applicationKind.options.map(async (kind) => ({ kind, standing: standingOf(await listApplicationsOf(db, userId, kind), now) })),
  );
  return standings.flatMap(({ kind, standing }) => {
    const state = waitingAs(standing, now);
    return state === undefined ? [] : [{ kind, state }];
  });
};
