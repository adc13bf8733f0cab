/** Annotations for tests of assignments. */
import { type Annotation, newId } from '@shufang/contract';
import { aTarget } from '../features/sync/testing/sync-fixture.ts';

interface Pool {
  readonly query: (text: string, values: unknown[]) => Promise<unknown>;
}

export interface AnnotationOptions {
  readonly href: string;
  readonly note?: string;
  readonly kind?: Annotation['kind'];
  readonly progression?: number;
}

/** Stores an annotation in a document of a book as a synced device does, made at 1000. Returns its id. */
export const storeAnnotation = async (
  pool: Pool,
  { userId, bookId }: { readonly userId: string; readonly bookId: string },
  { href, note = '', kind = note === '' ? 'highlight' : 'note', progression = 0 }: AnnotationOptions,
): Promise<string> => {
  const id = newId();
  await pool.query(
    `insert into annotation (id, user_id, book_id, version_id, kind, color, body, tags, target, anchor, chapter_title, total_progression,
       created_at, updated_at, field_clocks, search_text)
     values ($1, $2, $3, 'v', $4, 'red', $5, '{}', $6, 'exact', '', $7, 1000, 1000, '{}', '')`,
    [id, userId, bookId, kind, note, JSON.stringify({ ...aTarget(), href }), progression],
  );
  return id;
};
