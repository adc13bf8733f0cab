/** How the work of a class is divided evenly among teachers. Pure. */
import type { MarkingShare } from '@shufang/contract';

/**
 * Returns the shares of the students in their order: each teacher gets the same number, or one more. With `isDouble` each student has two
 * teachers, and every pair of teachers occurs about equally often.
 */
export const shareEvenly = (studentIds: readonly string[], markerIds: readonly string[], isDouble: boolean): MarkingShare[] =>
  studentIds.map((userId, index) => {
    const count = markerIds.length;
    const first = markerIds[index % count];
    // The distance to the second teacher grows with each round, so that the pairs change.
    const distance = 1 + (Math.floor(index / count) % Math.max(1, count - 1));
    const second = isDouble && count > 1 ? markerIds[(index + distance) % count] : undefined;
    return { userId, markerIds: [first, second].flatMap((id) => id ?? []) };
  });
