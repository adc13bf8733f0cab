/** Marks as sync sees them: checks an op, joins it with the mark, reads marks for a pull. */
import { CodedError, entityId, parseHlc, type SyncOp } from '@shufang/contract';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { createFromChange, mergeAnnotation } from './merge-annotation.ts';
import { findAnnotationById, findAnnotationsByIds, insertAnnotation, updateAnnotation } from './store.ts';
import { type AnnotationFields, annotationFields } from './stored-annotation.ts';
import { viewAnnotation } from './view.ts';

/** What marks need to know of books. The right to read is not asked: notes belong to the person, whatever became of the right. */
export interface BookPlaces {
  bookExists(bookId: string): Promise<boolean>;
  /** Whether `href` is a document of the reading order of that version. */
  isInReadingOrder(versionId: string, href: string): Promise<boolean>;
}

/** The server's own fields: a client that sends the whole record back need not remove them. */
const DERIVED_FIELDS = new Set(['id', 'updatedAt', 'otherBodies']);

const readFields = (op: SyncOp): AnnotationFields => {
  const parsed = annotationFields.safeParse(Object.fromEntries(Object.entries(op.fields).filter(([name]) => !DERIVED_FIELDS.has(name))));
  if (!parsed.success) throw opInvalid(describeFieldIssue(parsed.error));
  return parsed.data;
};

const checkPlaces = async (places: BookPlaces, { bookId, versionId, target }: AnnotationFields): Promise<void> => {
  if (bookId !== undefined && !(await places.bookExists(bookId))) throw opInvalid('没有找到这本书');
  if (target === undefined) return;
  if (versionId === undefined) throw opInvalid('标注的位置须和版本一起提交');
  if (!(await places.isInReadingOrder(versionId, target.href))) throw new CodedError('annotation.targetOutsideBook');
};

export const createAnnotationSync = (places: BookPlaces): SyncEntityHandler => ({
  entity: 'annotation',
  async prepare(userId, op) {
    const id = entityId.safeParse(op.entityId);
    if (!id.success) throw opInvalid(describeFieldIssue(id.error));
    const fields = op.kind === 'put' ? readFields(op) : {};
    await checkPlaces(places, fields);
    return async (tx, { hlc, sentHlc, now }) => {
      const deletion: AnnotationFields = { deletedAt: parseHlc(hlc).ms };
      const change = { fields: op.kind === 'put' ? fields : deletion, hlc, sentHlc, baseHlc: op.baseHlc, now };
      const current = await findAnnotationById(tx, userId, id.data);
      if (current === undefined) {
        // Nothing of this name was ever kept, so no device has it.
        if (op.kind === 'del') return { status: 'applied', changed: false };
        if (!(await insertAnnotation(tx, createFromChange(id.data, userId, change)))) throw opInvalid('标注的编号已被使用');
        return { status: 'applied', changed: true };
      }
      const { next, status, changed } = mergeAnnotation(current, change);
      if (changed) await updateAnnotation(tx, next);
      return { status, changed };
    };
  },
  async read(db, userId, ids) {
    const marks = await findAnnotationsByIds(db, userId, ids);
    return marks.map((mark) => ({ entity: 'annotation', entityId: mark.id, record: viewAnnotation(mark), clocks: { ...mark.clocks } }));
  },
});
