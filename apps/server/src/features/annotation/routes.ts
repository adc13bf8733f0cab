/** The person's marks on the wire; changing them goes through sync. */
import { exportNotes as exportOperation, queryNotes as queryOperation } from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Router } from '../../platform/http/router.ts';
import { exportNotes } from './export-notes.ts';
import { type NoteDependencies, queryNotes } from './query-notes.ts';

export const registerAnnotationRoutes = (router: Router, deps: NoteDependencies & { readonly clock: Clock }): void => {
  router.handle(queryOperation, (input, context) => queryNotes(deps, context.reader.userId, input));
  router.handle(exportOperation, (input, context) => exportNotes(deps, context.reader.userId, input));
};
