/** Deletes an adoption list that its teacher may change. Throws `adoption.notFound`, `adoption.stateChanged`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { EDITABLE, requireOwnAdoption } from './own-adoption.ts';
import { deleteAdoption } from './store.ts';

export const deleteAdoptionList: UseCase<'deleteAdoptionList', AdoptionDependencies> = async ({ db }, { reader }, { id }) => {
  await db.transaction(async (tx) => {
    await requireOwnAdoption(tx, reader.userId, id, EDITABLE);
    await deleteAdoption(tx, id);
  });
  return { payload: {}, say: '已删除' };
};
