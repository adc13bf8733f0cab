/** Approves or returns adoption lists on one level. The approval of the last level confirms a list (product.md §7.5). */
import { CodedError, newId } from '@shufang/contract';
import type { AccessScope } from '../../platform/http/access-scope.ts';
import type { UseCase, UseCaseInput } from '../../platform/http/register.ts';
import { type Operator, operatorOf } from '../audit/audit-events.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { changeAdoptions } from './change-adoptions.ts';
import { type AdoptionRow, insertReview, LEVELS } from './store.ts';

export interface DecidingOperator {
  readonly operator: Operator;
  /** The user who decides; undefined for the command line. */
  readonly userId?: string;
  readonly accessScope: AccessScope | undefined;
}

/** Decides lists as the given operator. Returns how many. Throws `adoption.notFound`, `adoption.stateChanged`, `adoption.ownList`. */
export const decideAdoptionsAs = (
  deps: Pick<AdoptionDependencies, 'db' | 'clock'>,
  { operator, userId, accessScope }: DecidingOperator,
  { ids, level, decision, reviewer, remark }: UseCaseInput<'decideAdoptionLists'>,
): Promise<number> => {
  const at = deps.clock.now();
  const next = (found: AdoptionRow): AdoptionRow => {
    if (found.teacherId === userId) throw new CodedError('adoption.ownList');
    if (found.status !== 'submitted' || LEVELS[found.approvals] !== level) throw new CodedError('adoption.stateChanged');
    if (decision === 'return') return { ...found, status: 'returned', approvals: 0 };
    const approvals = found.approvals + 1;
    return { ...found, approvals, status: approvals === LEVELS.length ? 'confirmed' : 'submitted' };
  };
  return changeAdoptions(deps, {
    ids,
    operator,
    accessScope,
    action: `adoption.${decision}`,
    reason: remark === '' ? reviewer : `${reviewer}：${remark}`,
    next,
    notificationOf: ({ status }) => {
      if (status === 'returned') return 'adoptionReturned';
      return status === 'confirmed' ? 'adoptionConfirmed' : undefined;
    },
    apply: (tx, { id }) => insertReview(tx, newId(at), id, { level, decision, reviewer, remark, at }),
  });
};

export const decideAdoptionLists: UseCase<'decideAdoptionLists', AdoptionDependencies> = async (deps, caller, input) => {
  const operator = { operator: operatorOf(caller), userId: caller.reader.userId, accessScope: caller.accessScope };
  const changed = await decideAdoptionsAs(deps, operator, input);
  return { payload: { changed }, say: input.decision === 'approve' ? `已通过 ${changed} 份` : `已退回 ${changed} 份` };
};
