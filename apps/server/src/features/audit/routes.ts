/** Registers the operations of the audit log. */
import { register } from '../../platform/http/register.ts';
import type { Router } from '../../platform/http/router.ts';
import { type AuditDependencies, listAudit } from './list-audit.ts';

export const registerAuditRoutes = (router: Router, dependencies: AuditDependencies): void => register(router, dependencies, { listAudit });
