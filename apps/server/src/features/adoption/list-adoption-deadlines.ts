/** Lists the deadlines of the institutions in the access scope. */
import type { UseCase } from '../../platform/http/register.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { viewDeadlines } from './deadline-view.ts';

export const listAdoptionDeadlines: UseCase<'listAdoptionDeadlines', AdoptionDependencies> = async (deps, { accessScope }) => ({
  items: await viewDeadlines(deps, accessScope?.institutions),
});
