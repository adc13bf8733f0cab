/** Sync of annotations: validates an operation, merges it into the annotation, reads annotations for a pull. */
import { CodedError, entityId, parseHlc, type SyncOp } from '@shufang/contract';
import type { Queryable, Transaction } from '../../platform/database.ts';
import type { VersionOfBook } from '../publication/versions/read-version.ts';
import type { SyncEntityHandler } from '../sync/entity-handler.ts';
import { describeFieldIssue, opInvalid } from '../sync/op-invalid.ts';
import { createFromChange, mergeAnnotation } from './merge-annotation.ts';
import { requestReanchoring } from './reanchor/reanchor-store.ts';
import { findAnnotationById, findAnnotationsByIds, insertAnnotation, updateAnnotation } from './store.ts';
import { type AnnotationFields, annotationFields, type StoredAnnotation } from './stored-annotation.ts';
import { viewAnnotation } from './view.ts';

/**
 * Looks up the books that are needed to validate annotations. The right to read is not checked: notes belong to the user even after the
 * right has ended.
 */
export interface BookVersions {
  bookExists(bookId: string): Promise<boolean>;
  /** Returns whether the version belongs to the book and has the document, if one is given, in its reading order. */
  isInBook(db: Queryable, version: VersionOfBook): Promise<boolean>;
  /** Returns the version of the book that readers see now; undefined for an unknown book. */
  findReadVersion(db: Queryable, bookId: string): Promise<string | undefined>;
}

/** Fields that the server computes; a client that sends the whole record need not remove them. */
const DERIVED_FIELDS = new Set(['id', 'updatedAt', 'otherBodies']);

const readFields = (op: SyncOp): AnnotationFields => {
  const parsed = annotationFields.safeParse(Object.fromEntries(Object.entries(op.fields).filter(([name]) => !DERIVED_FIELDS.has(name))));
  if (!parsed.success) throw opInvalid(describeFieldIssue(parsed.error));
  return parsed.data;
};

const checkReferences = async (versions: BookVersions, { bookId, versionId, target }: AnnotationFields): Promise<void> => {
  if (bookId !== undefined && !(await versions.bookExists(bookId))) throw opInvalid('没有找到这本书');
  if (target !== undefined && versionId === undefined) throw opInvalid('标注的位置须和版本一起提交');
};

/** Throws `annotation.targetOutsideBook` if the change moves the annotation to a version or a document of another book. */
const checkTarget = async (tx: Transaction, versions: BookVersions, bookId: string, { versionId, target }: AnnotationFields) => {
  if (versionId !== undefined && !(await versions.isInBook(tx, { bookId, versionId, href: target?.href })))
    throw new CodedError('annotation.targetOutsideBook');
};

/**
 * Requests that the annotations are anchored in the versions that readers see now, if they refer to others: a device that was offline
 * describes passages of an older version. All pushes write the requests in the order of the books.
 */
const requestForOutdated = async (tx: Transaction, versions: BookVersions, annotations: readonly StoredAnnotation[]): Promise<void> => {
  const byBook = Map.groupBy(annotations, ({ bookId }) => bookId);
  for (const [bookId, ofBook] of [...byBook].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const current = await versions.findReadVersion(tx, bookId);
    if (ofBook.some(({ versionId, deletedAt }) => deletedAt === null && versionId !== current)) await requestReanchoring(tx, bookId);
  }
};

export const createAnnotationSync = (versions: BookVersions): SyncEntityHandler => ({
  entity: 'annotation',
  async prepare(userId, op) {
    const id = entityId.safeParse(op.entityId);
    if (!id.success) throw opInvalid(describeFieldIssue(id.error));
    const fields = op.kind === 'put' ? readFields(op) : {};
    await checkReferences(versions, fields);
    return async (tx, { hlc, sentHlc, now }) => {
      const deletion: AnnotationFields = { deletedAt: parseHlc(hlc).ms };
      const change = { fields: op.kind === 'put' ? fields : deletion, hlc, sentHlc, baseHlc: op.baseHlc, now };
      const current = await findAnnotationById(tx, userId, id.data);
      if (current === undefined) {
        // The server has no annotation with this id, so no device has one and nothing needs to be deleted.
        if (op.kind === 'del') return { status: 'applied', changed: false };
        const created = createFromChange(id.data, userId, change);
        await checkTarget(tx, versions, created.bookId, fields);
        if (!(await insertAnnotation(tx, created))) throw opInvalid('标注的编号已被使用');
        return { status: 'applied', changed: true };
      }
      await checkTarget(tx, versions, current.bookId, fields);
      const { next, status, changed } = mergeAnnotation(current, change);
      if (changed) await updateAnnotation(tx, next);
      return { status, changed };
    };
  },
  async finish(tx, userId, ids) {
    await requestForOutdated(tx, versions, await findAnnotationsByIds(tx, userId, ids));
  },
  async read(db, userId, ids) {
    const annotations = await findAnnotationsByIds(db, userId, ids);
    return annotations.map((annotation) => ({
      entity: 'annotation',
      entityId: annotation.id,
      record: viewAnnotation(annotation),
      clocks: { ...annotation.clocks },
    }));
  },
});
