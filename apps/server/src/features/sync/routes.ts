/** Registers the sync operations: push, pull and the event stream. */
import * as contract from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import { registerSyncStream, type SyncStreamDependencies } from './open-sync-stream.ts';
import { pullChanges } from './pull-changes.ts';
import { pushChanges } from './push-changes.ts';

export const registerSyncRoutes = (router: Router, deps: SyncStreamDependencies): void => {
  router.handle(contract.pushChanges, (input, context) => pushChanges(deps, context.reader.userId, input, context.log));
  router.handle(contract.pullChanges, (input, context) => pullChanges(deps, context.reader.userId, input));
  registerSyncStream(router, deps);
};
