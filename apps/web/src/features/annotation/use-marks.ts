/** The reader's marks in one book, as they are on disk, and what can be done with them. Every verb resolves when it is safe on disk. */
import {
  type AnchorState,
  type Annotation,
  type AnnotationColor,
  type AnnotationKind,
  type AnnotationTarget,
  LIMITS,
  newId,
} from '@shufang/contract';
import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { findRecord, listAnnotationRecords, type ReaderDatabase, readerDatabase } from '../../platform/storage/reader-database.ts';
import { useOwner } from '../../platform/storage/use-owner.ts';
import { writeChange } from '../../platform/storage/write-change.ts';

export interface NewMark {
  bookId: string;
  versionId: string;
  kind: AnnotationKind;
  color: AnnotationColor;
  body: string;
  target: AnnotationTarget;
  chapterTitle: string;
  totalProgression: number;
}

export interface MarkVerbs {
  addMark(mark: NewMark): Promise<Annotation>;
  changeColor(mark: Annotation, color: AnnotationColor): Promise<void>;
  /** A highlight with a text is a note, a note without one a highlight again. */
  saveBody(mark: Annotation, body: string): Promise<void>;
  deleteMark(mark: Annotation): Promise<void>;
  restoreMark(mark: Annotation): Promise<void>;
  saveTags(mark: Annotation, tags: readonly string[]): Promise<void>;
  /** Puts a mark that lost its place onto a passage its reader chose. */
  moveMark(mark: Annotation, to: Pick<NewMark, 'versionId' | 'target' | 'chapterTitle' | 'totalProgression'>): Promise<void>;
  /** Keeps a mark from a file as it is: new, or in place of what it was. */
  takeMark(mark: Annotation): Promise<void>;
  /** Keeps how the engine found the passage again. */
  keepAnchor(mark: Annotation, anchor: AnchorState): Promise<void>;
}

/** Kind a mark has with this text; bookmarks stay bookmarks. */
const kindWith = (mark: Pick<Annotation, 'kind'>, body: string): AnnotationKind =>
  mark.kind === 'bookmark' ? 'bookmark' : body === '' ? 'highlight' : 'note';

export const createMarkVerbs = (db: ReaderDatabase, owner: string, now: () => number = Date.now): MarkVerbs => {
  const change = async (mark: Annotation, fields: Partial<Record<keyof Annotation, unknown>>): Promise<void> => {
    await writeChange(
      db,
      {
        owner,
        entity: 'annotation',
        entityId: mark.id,
        bookId: mark.bookId,
        kind: 'put',
        fields: { ...(fields as Partial<Annotation>), updatedAt: now() },
      },
      now(),
    );
  };
  return {
    addMark: async (mark) => {
      const at = now();
      const made: Annotation = { ...mark, id: newId(at), tags: [], anchor: 'exact', createdAt: at, updatedAt: at };
      await writeChange(db, { owner, entity: 'annotation', entityId: made.id, bookId: made.bookId, kind: 'put', fields: made }, at);
      return made;
    },
    changeColor: async (mark, color) => change(mark, { color }),
    saveBody: async (mark, body) => {
      const at = now();
      const before = await findRecord(db, owner, 'annotation', mark.id);
      const baseHlc = before?.clocks.body;
      await writeChange(
        db,
        {
          owner,
          entity: 'annotation',
          entityId: mark.id,
          bookId: mark.bookId,
          kind: 'put',
          fields: { body, kind: kindWith(mark, body), updatedAt: at },
          ...(baseHlc === undefined ? {} : { baseHlc }),
          ...(mark.otherBodies?.length
            ? { instructions: { dismissedBodies: mark.otherBodies.map(({ at: writtenAt, deviceId }) => ({ at: writtenAt, deviceId })) } }
            : {}),
        },
        at,
      );
    },
    deleteMark: async (mark) => {
      await writeChange(db, { owner, entity: 'annotation', entityId: mark.id, bookId: mark.bookId, kind: 'del', fields: {} }, now());
    },
    restoreMark: async (mark) => change(mark, { deletedAt: null }),
    saveTags: async (mark, tags) => change(mark, { tags }),
    moveMark: async (mark, to) => change(mark, { ...to, anchor: 'exact' }),
    takeMark: async (mark) => change(mark, { ...mark, deletedAt: null }),
    keepAnchor: async (mark, anchor) => {
      if (mark.anchor !== anchor) await change(mark, { anchor });
    },
  };
};

/** What was deleted within `LIMITS.noteBinMs`, the latest first; undefined until it was read from disk. */
export const useBin = (nowMs: number): Annotation[] | undefined => {
  const owner = useOwner();
  return useLiveQuery(async () => {
    const marks = await listAnnotationRecords(readerDatabase(), owner);
    return marks
      .filter(({ deletedAt }) => deletedAt !== undefined && deletedAt > nowMs - LIMITS.noteBinMs)
      .sort((a, b) => (b.deletedAt ?? 0) - (a.deletedAt ?? 0));
  }, [owner, nowMs]);
};

/** Living marks of `bookId`, or of all books; undefined until they were read from disk. */
export const useMarks = (bookId?: string): { marks: Annotation[] | undefined; verbs: MarkVerbs } => {
  const owner = useOwner();
  const marks = useLiveQuery(
    async () => (await listAnnotationRecords(readerDatabase(), owner, bookId)).filter((mark) => mark.deletedAt === undefined),
    [owner, bookId],
  );
  const verbs = useMemo(() => createMarkVerbs(readerDatabase(), owner), [owner]);
  return { marks, verbs };
};
