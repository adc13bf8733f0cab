/** Exports the selected annotations as one document. */
import { ANNOTATION_SET_EXTENSION, ANNOTATION_SET_TYPE, CodedError, defaultReadingPreferences, LIMITS } from '@shufang/contract';
import type { EncodedUseCase, UseCaseOutput } from '../../platform/http/register.ts';
import { findPreferences } from '../reading/preferences.ts';
import type { AnnotationDependencies } from './annotation-dependencies.ts';
import { type NotesBatch, notesDocuments } from './isolated-notes.ts';
import { filterOf } from './note-filter.ts';
import type { NotesFormat } from './render-notes.ts';
import { listReviewCards } from './review-card-store.ts';
import { type AnnotationFilter, type BookCursor, listAnnotationsInBookOrder } from './store.ts';

/** Format of a date such as `2026-11-25` in the time zone of China, independent of the server's settings. */
const DATE = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' });

/** Returns the title without characters that Windows, macOS or a shell do not allow in file names, at most 60 characters long. */
export const fileNamePart = (title: string): string => {
  const clean = title
    .replaceAll(/[\p{Cc}\p{Cf}\\/:*?"<>|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|[. ]+$/g, '');
  return Array.from(clean).slice(0, 60).join('') || '未命名';
};

const MEDIA_TYPES: Readonly<Record<NotesFormat, string>> = {
  md: 'text/markdown; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  annotation: ANNOTATION_SET_TYPE,
  anki: 'text/plain; charset=utf-8',
};
const EXTENSIONS: Readonly<Record<NotesFormat, string>> = {
  md: 'md',
  docx: 'docx',
  xlsx: 'xlsx',
  annotation: ANNOTATION_SET_EXTENSION,
  anki: 'txt',
};

/** Number of annotations that are read from the database and sent to the isolated process together. */
const ANNOTATIONS_PER_BATCH = 200;

/**
 * Yields the annotations in batches, then their books, and passes the titles of the books to `onBooks`. Throws `request.invalid` for too
 * many annotations.
 */
async function* readBatches(
  deps: Pick<AnnotationDependencies, 'db' | 'findBookCards'>,
  userId: string,
  filter: AnnotationFilter,
  format: NotesFormat,
  onBooks: (titles: readonly string[]) => void,
): AsyncGenerator<NotesBatch> {
  const bookIds = new Set<string>();
  let count = 0;
  let after: BookCursor | undefined;
  do {
    const annotations = await listAnnotationsInBookOrder(deps.db.orm, userId, filter, after, ANNOTATIONS_PER_BATCH);
    count += annotations.length;
    if (count > LIMITS.noteExportMax) throw new CodedError('request.invalid', { reason: '笔记过多，请按图书分别导出' });
    for (const { bookId } of annotations) bookIds.add(bookId);
    yield { kind: 'annotations', annotations };
    const last = annotations.length === ANNOTATIONS_PER_BATCH ? annotations.at(-1) : undefined;
    after = last && { bookId: last.bookId, progression: last.totalProgression, start: last.target.position.start, id: last.id };
  } while (after !== undefined);
  const cards = await deps.findBookCards(userId, [...bookIds]);
  const cardOf = new Map(cards.map((card) => [card.id, card]));
  const books = [...bookIds].map((id) => {
    const card = cardOf.get(id);
    return { id, title: card?.title ?? '已下架的图书', authors: card?.authors ?? '' };
  });
  onBooks(books.map(({ title }) => title));
  const cardsOut =
    format === 'anki'
      ? (await listReviewCards(deps.db.orm, userId)).filter(({ fields }) => fields.isOut === true).map(({ annotationId }) => annotationId)
      : [];
  yield { kind: 'books', books, cardsOut };
}

/**
 * Exports all annotations that match, at most `LIMITS.noteExportMax`, book by book in reading order under the titles of their chapters.
 * Returns the payload of the response as UTF-8 JSON.
 */
export const exportNotes: EncodedUseCase<'exportNotes', Pick<AnnotationDependencies, 'db' | 'clock' | 'findBookCards'>> = async (
  deps,
  { reader: { userId } },
  { format, ...selection },
) => {
  const filter = await filterOf(deps.db.orm, userId, selection);
  const now = deps.clock.now();
  const { formulaNotation } = (await findPreferences(deps.db.orm, userId)) ?? defaultReadingPreferences;
  let titles: readonly string[] = [];
  const parts = readBatches(deps, userId, filter, format, (found) => {
    titles = found;
  });
  const { encoding, contentJson } = await notesDocuments.run({ format, now, formulaNotation }, parts);
  const [only] = titles;
  const subject = titles.length === 1 && only !== undefined ? fileNamePart(only) : '书房';
  const fields: Omit<UseCaseOutput<'exportNotes'>, 'content'> = {
    fileName: `${subject}-${format === 'anki' ? '卡片' : '笔记'}-${DATE.format(now)}.${EXTENSIONS[format]}`,
    mediaType: MEDIA_TYPES[format],
    encoding,
  };
  return [Buffer.from(`${JSON.stringify(fields).slice(0, -1)},"content":`), contentJson, Buffer.from('}')];
};
