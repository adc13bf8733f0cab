/** Who may have a file that goes with a book: the one owner of that rule (product.md §5, "teacher resources"). */
import type { AccessRight, MaterialAudience } from '@shufang/contract';

interface Circumstances {
  readonly right: AccessRight;
  /** The person uses the teachers' resources of every book: verified teachers, administrators. */
  readonly usesAll: boolean;
}

/** Why it is locked, for a sentence; undefined: it is open. */
export const lockOfMaterial = (audience: MaterialAudience, { right, usesAll }: Circumstances): string | undefined => {
  const isOfBook = right.source === 'author' || right.source === 'staff';
  if (audience === 'all' || usesAll || isOfBook) return undefined;
  if (audience === 'teacher') return '只提供给认证教师';
  return right.kind === 'trial' || right.kind === 'none' ? '只提供给可以阅读全书的读者' : undefined;
};
