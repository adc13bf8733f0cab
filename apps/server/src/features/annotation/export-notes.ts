/** The chosen marks as one document a person can keep without us. */
import {
  ANNOTATION_SET_EXTENSION,
  ANNOTATION_SET_TYPE,
  CodedError,
  LIMITS,
  type OutputOf,
  type exportNotes as operation,
  type ParsedInputOf,
} from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Queryable } from '../../platform/database.ts';
import { renderAnnotationSet } from './annotation-set.ts';
import type { ExportedBook } from './mark-words.ts';
import { filterOf, type NoteDependencies } from './query-notes.ts';
import { renderAnki } from './render-anki.ts';
import { renderDocx } from './render-docx.ts';
import { renderBook } from './render-markdown.ts';
import { renderWorkbook } from './render-workbook.ts';
import { listReviewCards } from './review-card-store.ts';
import { listAnnotationsInBookOrder } from './store.ts';

type Format = ParsedInputOf<typeof operation>['format'];

/** Dates as people in China write them, wherever the server stands. */
const DATE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });

/** Without what Windows, macOS or a shell do not take in a file name; at most 60 characters. */
export const fileNamePart = (title: string): string => {
  const clean = title
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return Array.from(clean).slice(0, 60).join('') || '未命名';
};

const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  annotation: ANNOTATION_SET_TYPE,
  anki: 'text/plain; charset=utf-8',
};
const EXTENSIONS: Readonly<Record<Format, string>> = {
  md: 'md',
  docx: 'docx',
  xlsx: 'xlsx',
  annotation: ANNOTATION_SET_EXTENSION,
  anki: 'txt',
};

const renderCards = async (db: Queryable, userId: string, books: readonly ExportedBook[]): Promise<string> => {
  const out = new Set((await listReviewCards(db, userId)).filter(({ fields }) => fields.isOut === true).map(({ markId }) => markId));
  const made = renderAnki(books, (markId) => out.has(markId));
  if (made === undefined) throw new CodedError('request.invalid', { reason: '没有可以做成复习卡片的划线或笔记' });
  return made;
};

/** Throws `request.invalid` for a set that is not of one book, and for cards of marks that make none. */
const render = async (
  db: Queryable,
  userId: string,
  books: readonly ExportedBook[],
  format: Format,
  now: number,
): Promise<string | Buffer> => {
  if (format === 'anki') return renderCards(db, userId, books);
  if (format === 'docx') return renderDocx(books);
  if (format === 'xlsx') return renderWorkbook(books);
  if (format === 'annotation') {
    const [book] = books;
    if (book === undefined || books.length > 1) throw new CodedError('request.invalid', { reason: '请先选择一本有标注的书' });
    return renderAnnotationSet(book, now);
  }
  if (books.length === 0) return '没有符合条件的笔记。\n';
  return `${books.map((book) => renderBook(book.title, book.authors, book.marks)).join('\n\n')}\n`;
};

/** Book by book, in each in its own order under its chapters. Everything that fits is exported: at most `LIMITS.noteExportMax`. */
export const exportNotes = async (
  deps: NoteDependencies & { readonly clock: Clock },
  userId: string,
  { format, ...wishes }: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> => {
  const filter = await filterOf(deps.db.orm, userId, wishes);
  const marks = await listAnnotationsInBookOrder(deps.db.orm, userId, filter, undefined, LIMITS.noteExportMax + 1);
  if (marks.length > LIMITS.noteExportMax) throw new CodedError('request.invalid', { reason: '笔记过多，请按图书分别导出' });
  const byBook = Map.groupBy(marks, (mark) => mark.bookId);
  const cards = await deps.findBookCards(userId, [...byBook.keys()]);
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const books = [...byBook].map(([id, own]) => {
    const card = cardOf.get(id);
    return { id, title: card?.title ?? '已下架的图书', authors: card?.authors ?? '', marks: own };
  });
  const now = deps.clock.now();
  const made = await render(deps.db.orm, userId, books, format, now);
  const [only] = books;
  const subject = books.length === 1 && only !== undefined ? fileNamePart(only.title) : '书房';
  return {
    fileName: `${subject}-${format === 'anki' ? '卡片' : '笔记'}-${DATE.format(now)}.${EXTENSIONS[format]}`,
    mediaType: MEDIA_TYPES[format],
    encoding: typeof made === 'string' ? 'utf8' : 'base64',
    content: typeof made === 'string' ? made : made.toString('base64'),
  };
};
