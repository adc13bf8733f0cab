/** Counts for editors how the annotations of all readers were anchored in the versions of a book. Returns numbers only. */
import { CodedError } from '@shufang/contract';
import type { UseCase } from '../../platform/http/register.ts';
import { findBook } from '../catalog/find-books.ts';
import { listVersionNumbers } from '../publication/versions/version-history.ts';
import type { AnnotationDependencies } from './annotation-dependencies.ts';
import { findAnchoredNotes } from './reanchor/anchored-notes-store.ts';
import { isReanchoringRequested } from './reanchor/reanchor-store.ts';
import { countAnnotationsOutsideVersion } from './store.ts';

/** Throws `catalog.bookNotFound`. */
export const countVersionNotes: UseCase<'countVersionNotes', Pick<AnnotationDependencies, 'db'>> = async ({ db }, _caller, { bookId }) => {
  const book = await findBook(db.orm, bookId);
  if (book === undefined) throw new CodedError('catalog.bookNotFound');
  const versions = await listVersionNumbers(db.orm, bookId);
  const anchored = await findAnchoredNotes(
    db.orm,
    versions.map(({ id }) => id),
  );
  const counted = versions.flatMap(({ id, no }) => {
    const notes = anchored.get(id);
    return notes === undefined ? [] : [{ no, notes }];
  });
  const current = versions.find(({ id }) => id === book.currentVersionId);
  if (current === undefined || !(await isReanchoringRequested(db.orm, bookId))) return { versions: counted };
  const remaining = await countAnnotationsOutsideVersion(db.orm, bookId, current.id);
  if (remaining === 0) return { versions: counted };
  const done = Object.values(anchored.get(current.id) ?? {}).reduce((sum, count) => sum + count, 0);
  return { versions: counted, running: { no: current.no, done, remaining } };
};
