/** Registers the operations of rubrics and of double marking. */
import { register } from '../../../platform/http/register.ts';
import type { Router } from '../../../platform/http/router.ts';
import type { AssignmentDependencies } from '../assignment-dependencies.ts';
import { deleteRubric } from './delete-rubric.ts';
import { getMarkingPlan } from './get-marking-plan.ts';
import { listEarlierRubrics } from './list-earlier-rubrics.ts';
import { listRubrics } from './list-rubrics.ts';
import { saveRubric } from './save-rubric.ts';
import { setDoubleMarking } from './set-double-marking.ts';
import { setMarkingShares } from './set-marking-shares.ts';
import { settleResponse } from './settle-response.ts';

export const registerMarkingRoutes = (router: Router, dependencies: AssignmentDependencies): void =>
  register(router, dependencies, {
    saveRubric,
    deleteRubric,
    listRubrics,
    listEarlierRubrics,
    getMarkingPlan,
    setDoubleMarking,
    setMarkingShares,
    settleResponse,
  });
