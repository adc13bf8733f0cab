/** Records that the books of confirmed adoption lists were ordered. Throws `adoption.notFound`, `adoption.stateChanged`. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { operatorOf } from '../audit/audit-events.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { changeAdoptions } from './change-adoptions.ts';
import type { DecidingOperator } from './decide-adoption-lists.ts';

/** Orders lists as the given operator. Returns how many. */
export const orderAdoptionsAs = (
  deps: Pick<AdoptionDependencies, 'db' | 'clock'>,
  { operator, accessScope }: Pick<DecidingOperator, 'operator' | 'accessScope'>,
  ids: readonly string[],
): Promise<number> => {
  const now = deps.clock.now();
  return changeAdoptions(deps, {
    ids,
    operator,
    accessScope,
    action: 'adoption.order',
    next: (found) => {
      if (found.status !== 'confirmed') throw new CodedError('adoption.stateChanged');
      return { ...found, status: 'ordered', orderedAt: now };
    },
    notificationOf: () => 'adoptionOrdered',
  });
};

export const orderAdoptionLists: UseCase<'orderAdoptionLists', AdoptionDependencies> = async (deps, caller, { ids }) => {
  const changed = await orderAdoptionsAs(deps, { operator: operatorOf(caller), accessScope: caller.accessScope }, ids);
  return { payload: { changed }, say: `已登记订购 ${changed} 份` };
};
