/** Registers the operations of annotations; changes are made through sync. */
import { register, registerEncoded } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import type { AnnotationDependencies } from './annotation-dependencies.ts';
import { countVersionNotes } from './count-version-notes.ts';
import { exportNotes } from './export-notes.ts';
import { locateAnnotations } from './locate-annotations.ts';
import { queryNotes } from './query-notes.ts';

export const registerAnnotationRoutes = (router: Router, dependencies: AnnotationDependencies): void => {
  register(router, dependencies, { queryNotes, locateAnnotations, countVersionNotes });
  registerEncoded(router, dependencies, { exportNotes });
};
