/** Withdraws an adoption list that is not ordered yet. Throws `adoption.notFound`, `adoption.stateChanged`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { changeOwnAdoption } from './own-adoption.ts';

export const withdrawAdoptionList: UseCase<'withdrawAdoptionList', AdoptionDependencies> = async (deps, { reader }, { id }) => {
  const change = { teacherId: reader.userId, id, from: ['submitted', 'confirmed'] } as const;
  return { payload: await changeOwnAdoption(deps, change, () => ({ status: 'withdrawn', approvals: 0 })), say: '已撤回，可以修改后再提交' };
};
