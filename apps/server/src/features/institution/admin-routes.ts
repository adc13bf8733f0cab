/** Ties the desk's calls about institutions and their lists to their use cases. */
import {
  importInstitutionMembers as importOperation,
  listInstitutions as listOperation,
  listInstitutionMembers as membersOperation,
  removeInstitutionMembers as removeOperation,
  saveInstitution as saveOperation,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import type { InstitutionDependencies } from './institution-dependencies.ts';
import { listInstitutions, saveInstitution } from './manage-institutions.ts';
import { type InstitutionDesk, importMembers, listMembers, removeMembers } from './manage-members.ts';

export const registerInstitutionAdminRoutes = (router: Router, deps: InstitutionDependencies, desk: InstitutionDesk): void => {
  router.handle(listOperation, (input, { bounds }) => listInstitutions(deps, input, bounds));
  router.handle(saveOperation, async (input, context) => ({
    payload: { institution: await saveInstitution(deps, operatorOf(context), input) },
    say: '已保存',
  }));
  router.handle(membersOperation, (input) => listMembers(desk, input));
  router.handle(importOperation, async (input, context) => {
    const payload = await importMembers(desk, operatorOf(context), input);
    const { added, changed, removed, faults } = payload;
    return faults.length > 0 ? payload : { payload, say: `新增 ${added} 人，更新 ${changed} 人，移出 ${removed} 人` };
  });
  router.handle(removeOperation, async (input, context) => {
    const removed = await removeMembers(desk, operatorOf(context), input);
    return { payload: { removed }, say: `已移出 ${removed} 人` };
  });
};
