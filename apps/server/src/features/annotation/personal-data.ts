/**
 * Personal data of the annotation slice: every annotation and review card as JSON, and the current annotations as pages to read, one per
 * book.
 */
import type { Queryable } from '../../platform/database.ts';
import { type ExportedFile, exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { fileNamePart } from './export-notes.ts';
import { renderAnnotations, renderBookHead } from './render-markdown.ts';
import { listReviewCards } from './review-card-store.ts';
import { countAnnotationsByBook, deleteAnnotationsOf, listAnnotationsInBookOrder, listAnnotationsOf } from './store.ts';
import type { StoredAnnotation } from './stored-annotation.ts';
import { viewAnnotation } from './view.ts';

export interface AnnotationDataDependencies {
  /** Returns the title and authors of a book in any state; undefined for a deleted book. */
  readonly titleOf: (bookId: string) => Promise<{ title: string; authors: string } | undefined>;
}

/** Number of annotations processed at a time. It is small, because processing them blocks the event loop. */
const ANNOTATIONS_PER_PAGE = 200;
/** Approximate size of an annotation in JSON, bytes. */
const ANNOTATION_BYTES = 1_000;
const EVERY_ANNOTATION = { terms: [] } as const;

const allAnnotations = async function* (db: Queryable, userId: string): AsyncGenerator<string> {
  let separator = '[\n';
  let afterId = '';
  for (;;) {
    const page = await listAnnotationsOf(db, userId, afterId, ANNOTATIONS_PER_PAGE);
    for (const annotation of page) {
      yield `${separator}${JSON.stringify(viewAnnotation(annotation))}`;
      separator = ',\n';
    }
    if (page.length < ANNOTATIONS_PER_PAGE) break;
    afterId = page.at(-1)?.id ?? '';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
};

export const createAnnotationData = ({ titleOf }: AnnotationDataDependencies): PersonalDataHolder => {
  const page = async function* (db: Queryable, userId: string, bookId: string): AsyncGenerator<string> {
    const book = await titleOf(bookId);
    yield renderBookHead(book?.title ?? '已下架的图书', book?.authors ?? '');
    let last: StoredAnnotation | undefined;
    do {
      const after = last && { bookId, progression: last.totalProgression, start: last.target.position.start, id: last.id };
      const annotations = await listAnnotationsInBookOrder(db, userId, { ...EVERY_ANNOTATION, bookId }, after, ANNOTATIONS_PER_PAGE);
      yield renderAnnotations(annotations, last?.chapterTitle);
      last = annotations.length === ANNOTATIONS_PER_PAGE ? annotations.at(-1) : undefined;
    } while (last !== undefined);
    yield '\n';
  };
  return {
    slice: 'annotation',
    async exportOf(db, userId) {
      const books = await countAnnotationsByBook(db, userId, EVERY_ANNOTATION);
      const total = books.reduce((sum, { count }) => sum + count, 0);
      const pages: ExportedFile[] = [];
      for (const { bookId, count } of books) {
        pages.push({
          path: `notes/${fileNamePart((await titleOf(bookId))?.title ?? '')}-${bookId}.md`,
          about: '笔记、划线与书签，每本书一页，可直接阅读',
          bytes: count * ANNOTATION_BYTES,
          read: () => page(db, userId, bookId),
        });
      }
      const json: ExportedFile = {
        path: 'annotations.json',
        about: '全部笔记、划线与书签（含回收站），供程序读取',
        bytes: total * ANNOTATION_BYTES,
        read: () => allAnnotations(db, userId),
      };
      const cards = exportedJson(
        'review-cards.json',
        '复习卡片：每张卡片记到什么程度、何时再来、是否移出，以标注的编号为准',
        (await listReviewCards(db, userId)).map(({ annotationId, fields }) => ({ annotationId, ...fields })),
      );
      return [json, cards, ...pages];
    },
    // Review cards are deleted with their annotations.
    eraseOf: deleteAnnotationsOf,
  };
};
