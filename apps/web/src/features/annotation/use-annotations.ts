/** The reader's annotations from the device's database, and actions on them. Every action resolves when the change is stored. */
import {
  type AnchorState,
  type Annotation,
  type AnnotationColor,
  type AnnotationKind,
  type AnnotationTarget,
  type HighlightStyle,
  newId,
} from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { findRecord, listAnnotationRecords, type ReaderDatabase, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';
import { ANNOTATION_LIMITS } from './limits.ts';

export interface NewAnnotation {
  bookId: string;
  versionId: string;
  kind: AnnotationKind;
  color: AnnotationColor;
  highlightStyle: HighlightStyle;
  body: string;
  target: AnnotationTarget;
  chapterTitle: string;
  totalProgression: number;
}

export interface AnnotationActions {
  createAnnotation(annotation: NewAnnotation): Promise<Annotation>;
  changeLook(annotation: Annotation, look: Partial<Pick<Annotation, 'color' | 'highlightStyle'>>): Promise<void>;
  /** Saves the text of a note. A highlight with a text becomes a note; a note without a text becomes a highlight. */
  saveBody(annotation: Annotation, body: string): Promise<void>;
  deleteAnnotation(annotation: Annotation): Promise<void>;
  restoreAnnotation(annotation: Annotation): Promise<void>;
  saveTags(annotation: Annotation, tags: readonly string[]): Promise<void>;
  /** Re-anchors an orphaned annotation to a passage chosen by the reader. */
  reanchorAnnotation(
    annotation: Annotation,
    to: Pick<NewAnnotation, 'versionId' | 'target' | 'chapterTitle' | 'totalProgression'>,
  ): Promise<void>;
  /** Returns whether the annotation is on this device and not deleted; undefined if the device has no record of it. */
  hasAnnotation(id: string): Promise<boolean | undefined>;
  /** Returns the annotations of a book on this device that are not deleted. */
  listAnnotations(bookId: string): Promise<Annotation[]>;
  /** Stores an annotation from a file: creates it or replaces the existing one. */
  importAnnotation(annotation: Annotation): Promise<void>;
  /** Stores the anchor state that the reading engine reported for an annotation. */
  saveAnchorState(annotation: Annotation, anchor: AnchorState): Promise<void>;
}

/** Returns the kind of an annotation with this body; bookmarks stay bookmarks. */
const kindWith = (annotation: Pick<Annotation, 'kind'>, body: string): AnnotationKind =>
  annotation.kind === 'bookmark' ? 'bookmark' : body === '' ? 'highlight' : 'note';

export const createAnnotationActions = (db: ReaderDatabase, owner: string, now: () => number = Date.now): AnnotationActions => {
  const change = async (annotation: Annotation, fields: Partial<Record<keyof Annotation, unknown>>): Promise<void> => {
    await writeChange(
      db,
      {
        owner,
        entity: 'annotation',
        entityId: annotation.id,
        bookId: annotation.bookId,
        kind: 'put',
        fields: { ...(fields as Partial<Annotation>), updatedAt: now() },
      },
      now(),
    );
  };
  return {
    createAnnotation: async (annotation) => {
      const at = now();
      const created: Annotation = { ...annotation, id: newId(at), tags: [], anchor: 'exact', createdAt: at, updatedAt: at };
      await writeChange(
        db,
        { owner, entity: 'annotation', entityId: created.id, bookId: created.bookId, kind: 'put', fields: created },
        at,
      );
      return created;
    },
    changeLook: async (annotation, look) => change(annotation, look),
    saveBody: async (annotation, body) => {
      const at = now();
      const before = await findRecord(db, owner, 'annotation', annotation.id);
      const baseHlc = before?.clocks.body;
      await writeChange(
        db,
        {
          owner,
          entity: 'annotation',
          entityId: annotation.id,
          bookId: annotation.bookId,
          kind: 'put',
          fields: { body, kind: kindWith(annotation, body), updatedAt: at },
          ...(baseHlc === undefined ? {} : { baseHlc }),
          ...(annotation.otherBodies?.length
            ? {
                instructions: {
                  dismissedBodies: annotation.otherBodies.map(({ at: writtenAt, deviceId }) => ({ at: writtenAt, deviceId })),
                },
              }
            : {}),
        },
        at,
      );
    },
    deleteAnnotation: async (annotation) => {
      await writeChange(
        db,
        { owner, entity: 'annotation', entityId: annotation.id, bookId: annotation.bookId, kind: 'del', fields: {} },
        now(),
      );
    },
    restoreAnnotation: async (annotation) => change(annotation, { deletedAt: null }),
    saveTags: async (annotation, tags) => change(annotation, { tags }),
    reanchorAnnotation: async (annotation, to) => change(annotation, { ...to, anchor: 'exact' }),
    hasAnnotation: async (id) => {
      const stored = await findRecord(db, owner, 'annotation', id);
      return stored === undefined ? undefined : stored.record.deletedAt === undefined;
    },
    listAnnotations: async (bookId) => (await listAnnotationRecords(db, owner, bookId)).filter(({ deletedAt }) => deletedAt === undefined),
    importAnnotation: async (annotation) => change(annotation, { ...annotation, deletedAt: null }),
    saveAnchorState: async (annotation, anchor) => {
      if (annotation.anchor !== anchor) await change(annotation, { anchor });
    },
  };
};

/** Returns the annotations deleted within `ANNOTATION_LIMITS.noteBinMs`, the latest first; undefined until read from the database. */
export const useDeletedAnnotations = (nowMs: number): Annotation[] | undefined => {
  const owner = useOwner();
  return useLiveQuery(async () => {
    const annotations = await listAnnotationRecords(readerDatabase(), owner);
    return annotations
      .filter(({ deletedAt }) => deletedAt !== undefined && deletedAt > nowMs - ANNOTATION_LIMITS.noteBinMs)
      .sort((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0));
  }, [owner, nowMs]);
};

/** Returns the annotations of `bookId`, or of all books, that are not deleted; undefined until read from the database. */
export const useAnnotations = (bookId?: string): { annotations: Annotation[] | undefined; actions: AnnotationActions } => {
  const owner = useOwner();
  const annotations = useLiveQuery(
    async () => (await listAnnotationRecords(readerDatabase(), owner, bookId)).filter((annotation) => annotation.deletedAt === undefined),
    [owner, bookId],
  );
  const actions = useMemo(() => createAnnotationActions(readerDatabase(), owner), [owner]);
  return { annotations, actions };
};
