/** The chosen marks as one Markdown document a person can keep without us. */
import {
  type AnnotationColor,
  CodedError,
  LIMITS,
  type OutputOf,
  type exportNotes as operation,
  type ParsedInputOf,
} from '@shufang/contract';
import type { Clock } from '../../platform/clock.ts';
import { escapeMarkdown, quoteLines } from './markdown.ts';
import { filterOf, type NoteDependencies } from './query-notes.ts';
import { listAnnotationsInBookOrder } from './store.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

const COLOR_NAMES: Record<AnnotationColor, string> = { yellow: '黄色', green: '绿色', blue: '蓝色', pink: '粉色', red: '红色' };
const KIND_NAMES = { highlight: '划线', note: '笔记', bookmark: '书签' } as const;

/** Dates as people in China write them, wherever the server stands. */
const DATE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });
const DATE_AND_TIME = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' });

/** Without what Windows, macOS or a shell do not take in a file name; at most 60 characters. */
export const fileNamePart = (title: string): string => {
  const clean = title
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return Array.from(clean).slice(0, 60).join('') || '未命名';
};

const renderMark = (mark: StoredAnnotation): string => {
  const parts: string[] = [];
  if (mark.target.quote.exact.trim() !== '') parts.push(quoteLines(mark.target.quote.exact));
  if (mark.body.trim() !== '') parts.push(escapeMarkdown(mark.body));
  for (const other of mark.otherBodies) parts.push(`（另一台设备上的版本）\n\n${escapeMarkdown(other.body)}`);
  const kind = mark.kind === 'highlight' && mark.body !== '' ? 'note' : mark.kind;
  const facts = [
    KIND_NAMES[kind],
    ...(mark.kind === 'bookmark' ? [`位置 ${(mark.totalProgression * 100).toFixed(1)}%`] : [COLOR_NAMES[mark.color]]),
    ...(mark.tags.length > 0 ? [`标签：${mark.tags.map(escapeMarkdown).join('、')}`] : []),
    DATE_AND_TIME.format(mark.createdAt),
  ];
  return [...parts, `*${facts.join(' · ')}*`].join('\n\n');
};

export const renderBook = (title: string, authors: string, marks: readonly StoredAnnotation[]): string => {
  const blocks = [`# ${escapeMarkdown(title)}`, ...(authors === '' ? [] : [escapeMarkdown(authors)])];
  let chapter: string | undefined;
  for (const mark of marks) {
    if (mark.chapterTitle !== chapter) {
      chapter = mark.chapterTitle;
      blocks.push(`## ${escapeMarkdown(chapter === '' ? '未分章' : chapter)}`);
    } else blocks.push('---');
    blocks.push(renderMark(mark));
  }
  return blocks.join('\n\n');
};

/** Book by book, in each in its own order under its chapters. Everything that fits is exported: at most `LIMITS.noteExportMax`. */
export const exportNotes = async (
  deps: NoteDependencies & { readonly clock: Clock },
  userId: string,
  input: ParsedInputOf<typeof operation>,
): Promise<OutputOf<typeof operation>> => {
  const marks = await listAnnotationsInBookOrder(deps.db.orm, userId, filterOf(input), undefined, LIMITS.noteExportMax + 1);
  if (marks.length > LIMITS.noteExportMax) throw new CodedError('request.invalid', { reason: '笔记过多，请按图书分别导出' });
  const byBook = Map.groupBy(marks, (mark) => mark.bookId);
  const cards = await deps.findBookCards(userId, [...byBook.keys()]);
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const books = [...byBook].map(([bookId, own]) => {
    const card = cardOf.get(bookId);
    return { title: card?.title ?? '已下架的图书', authors: card?.authors ?? '', marks: own };
  });
  const day = DATE.format(deps.clock.now());
  const [only] = books;
  const subject = books.length === 1 && only !== undefined ? fileNamePart(only.title) : '书房';
  return {
    fileName: `${subject}-笔记-${day}.md`,
    mediaType: 'text/markdown; charset=utf-8',
    text:
      books.length === 0
        ? '没有符合条件的笔记。\n'
        : `${books.map((book) => renderBook(book.title, book.authors, book.marks)).join('\n\n')}\n`,
  };
};
