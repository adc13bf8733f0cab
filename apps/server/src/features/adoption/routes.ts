/** Registers the operations of adoption lists. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { AdoptionDependencies } from './adoption-dependencies.ts';
import { decideAdoptionLists } from './decide-adoption-lists.ts';
import { deleteAdoptionList } from './delete-adoption-list.ts';
import { exportAdoptionLists } from './export-adoption-lists.ts';
import { getAdoptionList } from './get-adoption-list.ts';
import { listAdminAdoptions } from './list-admin-adoptions.ts';
import { listAdoptionDeadlines } from './list-adoption-deadlines.ts';
import { listAdoptionLists } from './list-adoption-lists.ts';
import { orderAdoptionLists } from './order-adoption-lists.ts';
import { saveAdoptionList } from './save-adoption-list.ts';
import { setAdoptionDeadline } from './set-adoption-deadline.ts';
import { submitAdoptionList } from './submit-adoption-list.ts';
import { withdrawAdoptionList } from './withdraw-adoption-list.ts';

export const registerAdoptionRoutes = (router: Router, dependencies: AdoptionDependencies): void =>
  register(router, dependencies, {
    saveAdoptionList,
    listAdoptionLists,
    getAdoptionList,
    submitAdoptionList,
    withdrawAdoptionList,
    deleteAdoptionList,
    listAdminAdoptions,
    decideAdoptionLists,
    orderAdoptionLists,
    exportAdoptionLists,
    listAdoptionDeadlines,
    setAdoptionDeadline,
  });
