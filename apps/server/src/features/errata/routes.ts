/** Errata on the wire. */
import {
  decideErratum as decideOperation,
  listDeskErrata as listDeskOperation,
  listErrata as listOperation,
  reportErratum as reportOperation,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import { decideErratum, listDeskErrata } from './decide-erratum.ts';
import type { ErrataDependencies } from './errata-dependencies.ts';
import { listErrata, reportErratum } from './report-erratum.ts';

const said = { accept: '已采纳', duplicate: '已标为重复', reject: '已标为不采纳', fix: '已标为改正' } as const;

export const registerErrataRoutes = (router: Router, deps: ErrataDependencies): void => {
  router.handle(reportOperation, async (input, context) => ({
    payload: await reportErratum(deps, context, input),
    say: '已收到，谢谢您的指正',
  }));
  router.handleAnyone(listOperation, (input, context) => listErrata(deps, context, input));
  router.handle(listDeskOperation, (input, { bounds }) => listDeskErrata(deps, input, bounds));
  router.handle(decideOperation, async (input, context) => ({
    payload: await decideErratum(deps, operatorOf(context), input),
    say: said[input.decision],
  }));
};
