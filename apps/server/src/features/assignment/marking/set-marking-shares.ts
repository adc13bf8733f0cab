/** Divides the work among those who may mark. Throws `assignment.notFound`, `request.invalid`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../../platform/http/register.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { putShares } from './double-store.ts';
import { lockOwnAssignment, viewPlan } from './marking-plan.ts';

export const setMarkingShares: UseCase<'setMarkingShares', AssignmentDependencies> = async (
  { db, clock },
  { reader },
  { assignmentId, shares },
) => {
  const payload = await db.transaction(async (tx) => {
    const one = await lockOwnAssignment(tx, reader.userId, assignmentId);
    const { markers, students } = await viewPlan(tx, one);
    const [markerIds, studentIds] = [markers, students].map((users) => new Set(users.map(({ userId }) => userId)));
    const isKnown = ({ userId, markerIds: chosen }: (typeof shares)[number]): boolean =>
      studentIds?.has(userId) === true && chosen.every((id) => markerIds?.has(id));
    if (!shares.every(isKnown)) throw new CodedError('request.invalid', { reason: '学生或老师的名单有变化，请刷新后再试' });
    await putShares(tx, assignmentId, shares, clock.now());
    return viewPlan(tx, one);
  });
  return { payload, say: '已分配' };
};
