/** Returns an adoption list of the caller. Throws `adoption.notFound`. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { readOwnAdoption } from './own-adoption.ts';

export const getAdoptionList: UseCase<'getAdoptionList', AdoptionDependencies> = (deps, { reader }, { id }) =>
  readOwnAdoption(deps, reader.userId, id);
