/** Determines who may use a book material: the only implementation of that rule (product.md §5, "teacher resources"). */
import type { AccessRight, MaterialAudience } from '@shufang/contract';

interface Circumstances {
  readonly right: AccessRight;
  /** Whether the user may use the teachers' resources of every book: verified teachers and administrators may. */
  readonly usesAll: boolean;
}

/** Returns the reason why a material is locked, for a message to the user; undefined if it is open. */
export const lockOfMaterial = (audience: MaterialAudience, { right, usesAll }: Circumstances): string | undefined => {
  const isOfBook = right.source === 'author' || right.source === 'staff';
  if (audience === 'all' || usesAll || isOfBook) return undefined;
  if (audience === 'teacher') return '只提供给认证教师';
  return right.kind === 'trial' || right.kind === 'none' ? '只提供给可以阅读全书的读者' : undefined;
};
