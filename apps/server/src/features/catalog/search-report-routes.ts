/** Searches that did not find what was looked for, on the wire. */
import {
  listSearchReports as listOperation,
  reportSearch as reportOperation,
  settleSearchReports as settleOperation,
} from '@shufang/contract';
import { operatorOf } from '../../platform/audit.ts';
import type { Router } from '../../platform/http/router.ts';
import { listSearchReports, reportSearch, type SearchReportDependencies, settleSearchReports } from './search-reports.ts';

export const registerSearchReportRoutes = (router: Router, deps: SearchReportDependencies): void => {
  router.handleAnyone(reportOperation, async (input, context) => {
    await reportSearch(deps, context, input);
    return { payload: {}, say: '已收到，谢谢' };
  });
  router.handle(listOperation, (input) => listSearchReports(deps, input));
  router.handle(settleOperation, async (input, context) => ({
    payload: await settleSearchReports(deps, operatorOf(context), input),
    say: '已标为处理完',
  }));
};
