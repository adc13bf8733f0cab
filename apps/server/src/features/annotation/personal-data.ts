/** The annotation slice's part of a person's data: every mark and review card as JSON, and the living marks as pages to read, one a book. */
import type { Queryable } from '../../platform/database.ts';
import { type ExportedFile, exportedJson, type PersonalDataHolder } from '../../platform/personal-data.ts';
import { fileNamePart } from './export-notes.ts';
import { renderBook } from './render-markdown.ts';
import { listReviewCards } from './review-card-store.ts';
import { countAnnotationsByBook, deleteMarksOf, listAnnotationsInBookOrder, listMarksOf } from './store.ts';
import { viewAnnotation } from './view.ts';

export interface AnnotationDataParts {
  /** Of a book in whatever state; undefined for one that is gone. */
  readonly titleOf: (bookId: string) => Promise<{ title: string; authors: string } | undefined>;
}

const MARKS_AT_ONCE = 500;
/** More marks than anybody makes in one book. */
const MARKS_MAX = 10_000_000;
/** What a mark takes in JSON, about. */
const MARK_BYTES = 1_000;
const EVERY_MARK = { words: [] } as const;

const allMarks = async function* (db: Queryable, userId: string): AsyncGenerator<string> {
  let separator = '[\n';
  let afterId = '';
  for (;;) {
    const marks = await listMarksOf(db, userId, afterId, MARKS_AT_ONCE);
    for (const mark of marks) {
      yield `${separator}${JSON.stringify(viewAnnotation(mark))}`;
      separator = ',\n';
    }
    if (marks.length < MARKS_AT_ONCE) break;
    afterId = marks.at(-1)?.id ?? '';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
};

export const createAnnotationData = ({ titleOf }: AnnotationDataParts): PersonalDataHolder => {
  const page = async function* (db: Queryable, userId: string, bookId: string): AsyncGenerator<string> {
    const book = await titleOf(bookId);
    const marks = await listAnnotationsInBookOrder(db, userId, { ...EVERY_MARK, bookId }, undefined, MARKS_MAX);
    yield `${renderBook(book?.title ?? '已下架的图书', book?.authors ?? '', marks)}\n`;
  };
  return {
    slice: 'annotation',
    async exportOf(db, userId) {
      const books = await countAnnotationsByBook(db, userId, EVERY_MARK);
      const total = books.reduce((sum, { count }) => sum + count, 0);
      const pages: ExportedFile[] = [];
      for (const { bookId, count } of books) {
        pages.push({
          path: `notes/${fileNamePart((await titleOf(bookId))?.title ?? '')}-${bookId}.md`,
          about: '笔记、划线与书签，每本书一页，可直接阅读',
          bytes: count * MARK_BYTES,
          read: () => page(db, userId, bookId),
        });
      }
      const json: ExportedFile = {
        path: 'annotations.json',
        about: '全部笔记、划线与书签（含回收站），供程序读取',
        bytes: total * MARK_BYTES,
        read: () => allMarks(db, userId),
      };
      const cards = exportedJson(
        'review-cards.json',
        '复习卡片：每张卡片记到什么程度、何时再来、是否移出，以标注的编号为准',
        (await listReviewCards(db, userId)).map(({ markId, fields }) => ({ markId, ...fields })),
      );
      return [json, cards, ...pages];
    },
    // Review cards go with their marks.
    eraseOf: deleteMarksOf,
  };
};
