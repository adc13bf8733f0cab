/** Writes shelf changes of an operation as sync operations, so that every device receives them like the changes of another device. */
import { type Hlc, newId, nextHlc, type SyncOp } from '@shufang/contract';
import type { BookshelfDependencies } from './bookshelf-dependencies.ts';

/** The device id in the timestamps of changes that the server makes. */
export const SERVER_DEVICE = 'server';

export type ShelfChange = Pick<SyncOp, 'entity' | 'entityId' | 'kind' | 'fields'>;

/** Returns a timestamp later than all of `clocks`, so that the new change wins over every value the user has seen. */
export const stampAfter = (clocks: readonly Readonly<Record<string, Hlc>>[], now: number): Hlc => {
  const latest = clocks
    .flatMap((each) => Object.values(each))
    .reduce<Hlc | undefined>((a, b) => (a === undefined || b > a ? b : a), undefined);
  return nextHlc(latest, now, SERVER_DEVICE);
};

/**
 * Pushes the changes, each with a later timestamp than the previous one: all of them, or none if one is rejected. Throws `sync.opInvalid`.
 */
export const pushShelfChanges = async (
  dependencies: Pick<BookshelfDependencies, 'clock' | 'push'>,
  userId: string,
  first: Hlc,
  shelfChanges: readonly ShelfChange[],
): Promise<void> => {
  const now = dependencies.clock.now();
  let hlc = first;
  const ops = shelfChanges.map((change): SyncOp => {
    const op = { ...change, id: newId(now), hlc };
    hlc = nextHlc(hlc, now, SERVER_DEVICE);
    return op;
  });
  await dependencies.push(userId, ops);
};
