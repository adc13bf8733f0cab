/** Ties the desk's calls about codes, claims and licences to their use cases. */
import {
  getCodeBoxes as boxesOperation,
  createLicence as createLicenceOperation,
  decideCodeBatch as decideBatchOperation,
  decideClaim as decideClaimOperation,
  exportCodeBatch as exportOperation,
  findClaimedCodes as findCodesOperation,
  setLicenceStatus as licenceStatusOperation,
  listCodeBatches as listBatchesOperation,
  listClaims as listClaimsOperation,
  listLicences as listLicencesOperation,
  getClaimPhoto as photoOperation,
  setLicencePlaces as placesOperation,
  requestCodeBatch as requestOperation,
  voidCodes as voidOperation,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import { type ClaimDependencies, decideClaim, findClaimedCodes, listClaims, readClaimPhoto } from './claim-code.ts';
import {
  type BatchDependencies,
  decideCodeBatch,
  exportCodeBatch,
  getCodeBoxes,
  listCodeBatches,
  requestCodeBatch,
  voidCodes,
} from './manage-batches.ts';
import { createLicence, listLicences, setLicencePlaces, setLicenceStatus } from './manage-licences.ts';

export const registerCommerceAdminRoutes = (router: Router, deps: BatchDependencies & ClaimDependencies): void => {
  router.handle(listBatchesOperation, (input, { reader, bounds }) => listCodeBatches(deps, reader.userId, input, bounds));
  router.handle(requestOperation, async (input, context) => ({
    payload: { batch: await requestCodeBatch(deps, operatorOf(context), input) },
    say: '已提交，等待另一位同事审批',
  }));
  router.handle(decideBatchOperation, async (input, context) => ({
    payload: { batch: await decideCodeBatch(deps, operatorOf(context), input) },
    say: input.approve ? '已通过，激活码已生成' : '已退回',
  }));
  router.handle(exportOperation, (input, context) => exportCodeBatch(deps, operatorOf(context), input));
  router.handle(boxesOperation, (input, { reader }) => getCodeBoxes(deps, reader.userId, input));
  router.handle(voidOperation, async (input, context) => {
    const payload = await voidCodes(deps, operatorOf(context), input);
    return { payload, say: `已作废 ${payload.voided} 个激活码` };
  });
  router.handle(listClaimsOperation, (input, { bounds }) => listClaims(deps, input, bounds));
  router.handle(findCodesOperation, (input) => findClaimedCodes(deps, input));
  router.handle(decideClaimOperation, async (input, context) => ({
    payload: { claim: await decideClaim(deps, operatorOf(context), input) },
    say: input.approve ? '已通过，读者可以阅读这本书' : '已退回',
  }));
  router.handle(photoOperation, (input, context) => readClaimPhoto(deps, operatorOf(context), input));
  router.handle(listLicencesOperation, (input, { bounds }) => listLicences(deps, input, bounds));
  router.handle(createLicenceOperation, async (input, context) => ({
    payload: { licence: await createLicence(deps, operatorOf(context), input, context.bounds) },
    say: input.draft ? '已存为草稿' : '已登记',
  }));
  router.handle(placesOperation, async (input, context) => ({
    payload: { licence: await setLicencePlaces(deps, operatorOf(context), input) },
    say: '已更新人数',
  }));
  router.handle(licenceStatusOperation, async (input, context) => ({
    payload: { licence: await setLicenceStatus(deps, operatorOf(context), input) },
    say: input.status === 'active' ? '已生效' : '已停用',
  }));
};
