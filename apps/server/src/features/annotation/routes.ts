/** The person's marks on the wire; changing them goes through sync. */
import { exportNotes as exportOperation, locateAnnotations as locateOperation, queryNotes as queryOperation } from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';
import { exportNotes } from './export-notes.ts';
import { type LocateDependencies, locateAnnotations } from './locate-annotations.ts';
import { type NoteDependencies, queryNotes } from './query-notes.ts';

export const registerAnnotationRoutes = (router: Router, deps: NoteDependencies & LocateDependencies): void => {
  router.handle(queryOperation, (input, context) => queryNotes(deps, context.reader.userId, input));
  router.handle(locateOperation, (input, context) => locateAnnotations(deps, context.reader.userId, input));
  router.handle(exportOperation, (input, context) => exportNotes(deps, context.reader.userId, input));
};
