/** Registers the operations of classes. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { createClass } from './create-class.ts';
import { findClassByCode } from './find-class-by-code.ts';
import { getClass } from './get-class.ts';
import { joinClass } from './join-class.ts';
import { leaveClass } from './leave-class.ts';
import { listClassMembers } from './list-class-members.ts';
import { listClasses } from './list-classes.ts';
import type { TeachingDependencies } from './teaching-dependencies.ts';

export const registerTeachingRoutes = (router: Router, dependencies: TeachingDependencies): void =>
  register(router, dependencies, { createClass, listClasses, getClass, listClassMembers, findClassByCode, joinClass, leaveClass });
