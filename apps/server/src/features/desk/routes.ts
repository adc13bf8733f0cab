/** The desk's first page on the wire: how much waits. Each slice counts its own; the assembly hands the counts in. */
import { getDeskWork, type Permission, type Role, type WorkKind } from '@shufang/contract';
import type { Router } from '../../platform/http/router.ts';

export interface WaitingWork {
  /** Who may do something about it. */
  readonly permission: Permission;
  /** `userId`: who looks. */
  readonly count: (userId: string) => Promise<number>;
}

interface DeskDependencies {
  readonly work: Readonly<Record<WorkKind, WaitingWork>>;
  readonly isGranted: (roles: readonly Role[], permission: Permission) => boolean;
}

export const registerDeskRoutes = (router: Router, { work, isGranted }: DeskDependencies): void => {
  router.handle(getDeskWork, async (_input, { reader }) => {
    const own = (Object.entries(work) as [WorkKind, WaitingWork][]).filter(([, { permission }]) => isGranted(reader.roles, permission));
    return {
      work: Object.fromEntries(await Promise.all(own.map(async ([kind, { count }]) => [kind, await count(reader.userId)] as const))),
    };
  });
};
