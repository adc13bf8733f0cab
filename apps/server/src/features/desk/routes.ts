/** The desk's first page on the wire: how much waits. Each slice counts its own; the assembly hands the counts in. */
import { getDeskWork, type WorkKind } from '@shufang/contract';
import type { SignedInReader } from '../../platform/http/call-context.ts';
import type { Bounds } from '../../platform/http/call-reach.ts';
import type { Router } from '../../platform/http/router.ts';

export interface WaitingWork {
  /** The call that does something about it: who may make it sees how much waits, as far as they may. */
  readonly call: string;
  /** `userId`: who looks. */
  readonly count: (looks: { readonly userId: string; readonly bounds: Bounds | undefined }) => Promise<number>;
}

interface DeskDependencies {
  readonly work: Readonly<Record<WorkKind, WaitingWork>>;
  /** How far this person gets with a call; undefined: not at all. */
  readonly reachWith: (reader: SignedInReader, call: string) => Promise<{ readonly bounds: Bounds | undefined } | undefined>;
}

export const registerDeskRoutes = (router: Router, { work, reachWith }: DeskDependencies): void => {
  router.handle(getDeskWork, async (_input, { reader }) => {
    const counted = await Promise.all(
      (Object.entries(work) as [WorkKind, WaitingWork][]).map(async ([kind, { call, count }]) => {
        const reach = await reachWith(reader, call);
        return reach === undefined ? [] : [[kind, await count({ userId: reader.userId, bounds: reach.bounds })] as const];
      }),
    );
    return { work: Object.fromEntries(counted.flat()) };
  });
};
