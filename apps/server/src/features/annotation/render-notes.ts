/** Renders the selected annotations as one document in the requested format. Runs in an isolated process (`notes-document.task.ts`). */
import { CodedError, type exportNotes, type ParsedInputOf } from '@shufang/contract';
import type { ExportedBook } from './annotation-labels.ts';
import { renderAnnotationSet } from './annotation-set.ts';
import { renderAnki } from './render-anki.ts';
import { renderDocx } from './render-docx.ts';
import { renderBook } from './render-markdown.ts';
import { renderWorkbook } from './render-workbook.ts';

export type NotesFormat = ParsedInputOf<typeof exportNotes>['format'];

/**
 * Returns the document. Throws `request.invalid` if an annotation set would not contain exactly one book, or if no annotation gives a
 * review card. `isOut`: whether a card is excluded from review.
 */
export const renderNotes = async (
  books: readonly ExportedBook[],
  format: NotesFormat,
  now: number,
  isOut: (annotationId: string) => boolean,
): Promise<string | Buffer> => {
  switch (format) {
    case 'docx':
      return renderDocx(books);
    case 'xlsx':
      return renderWorkbook(books);
    case 'anki': {
      const made = renderAnki(books, isOut);
      if (made === undefined) throw new CodedError('request.invalid', { reason: '没有可以做成复习卡片的划线或笔记' });
      return made;
    }
    case 'annotation': {
      const [book] = books;
      if (book === undefined || books.length > 1) throw new CodedError('request.invalid', { reason: '请先选择一本有标注的书' });
      return renderAnnotationSet(book, now);
    }
    case 'md':
      if (books.length === 0) return '没有符合条件的笔记。\n';
      return `${books.map((book) => renderBook(book.title, book.authors, book.annotations)).join('\n\n')}\n`;
  }
};
