/** Ties the calls about institutions to their use cases. */
import {
  bindInstitution as bindOperation,
  CodedError,
  finishInstitution as finishOperation,
  joinInstitution as joinOperation,
  LIMITS,
  listMyInstitutions as mineOperation,
  searchInstitutions as searchOperation,
  startInstitution as startOperation,
  unbindInstitution as unbindOperation,
} from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import { bindInstitution, unbindInstitution } from './bind-institution.ts';
import { type InstitutionDependencies, waysOf } from './institution-dependencies.ts';
import { joinInstitution, listMyInstitutions } from './my-institutions.ts';
import { searchReady } from './settings-store.ts';
import { finishInstitution, startInstitution } from './sign-in-walk.ts';

export const registerInstitutionRoutes = (router: Router, deps: InstitutionDependencies): void => {
  router.handleAnyone(searchOperation, async ({ q }) => {
    const limit = LIMITS.institutionsShown;
    const found = await searchReady(deps.account.db.orm, { q, ways: waysOf(deps), limit: limit + 1 });
    return { items: found.slice(0, limit), more: found.length > limit, discovery: deps.carsi?.discoveryUrl !== undefined };
  });
  router.handleAnyone(startOperation, (input, context) => startInstitution(deps, input, { ...context, userId: context.reader?.userId }));
  router.handleAnyone(finishOperation, (input, context) => finishInstitution(deps, input, context));
  router.handleAnyone(bindOperation, (input, context) => bindInstitution(deps, input, context));
  router.handle(mineOperation, async (_, { reader }) => ({ items: await listMyInstitutions(deps, reader) }));
  router.handle(unbindOperation, async ({ institutionId }, { reader }) => {
    await unbindInstitution(deps, reader.userId, institutionId);
    return { payload: { items: await listMyInstitutions(deps, reader) }, say: '已解除机构绑定' };
  });
  router.handle(joinOperation, async (input, { reader, address }) => {
    await joinInstitution(deps, { userId: reader.userId, address }, input);
    const items = await listMyInstitutions(deps, reader);
    const joined = items.find(({ id }) => id === input.institutionId);
    if (joined === undefined) throw new CodedError('institution.notOnList');
    return { payload: { items }, say: `已加入${joined.name}` };
  });
};
