/** Finds applications that require an action of the user: rejected, expired, or approved and about to expire. */
import { applicationKind, type getMyTodo, type OutputOf } from '@shufang/contract';
import type { Queryable } from '../../platform/database.ts';
import { VERIFICATION_LIMITS } from './limits.ts';
import { type ApplicationStatus, statusOf } from './rules.ts';
import { listApplicationsOf } from './store.ts';

type Waiting = OutputOf<typeof getMyTodo>['applications'];

const waitingAs = ({ state, validUntil }: ApplicationStatus, now: number): Waiting[number]['state'] | undefined => {
  if (state === 'rejected' || state === 'expired') return state;
  return state === 'approved' && validUntil !== undefined && validUntil - now <= VERIFICATION_LIMITS.applicationRenewalMs
    ? 'endsSoon'
    : undefined;
};

export const listWaitingApplications = async (db: Queryable, userId: string, now: number): Promise<Waiting> => {
  const statuses = await Promise.all(
    applicationKind.options.map(async (kind) => ({ kind, status: statusOf(await listApplicationsOf(db, userId, kind), now) })),
  );
  return statuses.flatMap(({ kind, status }) => {
    const state = waitingAs(status, now);
    return state === undefined ? [] : [{ kind, state }];
  });
};
