/** Renders a document of notes in an isolated process. */
import { type FormulaNotation, readableQuote } from '@shufang/contract/formula-text';
import type { NotesBatch, NotesDocument, NotesWork } from './isolated-notes.ts';
import { renderNotes } from './render-notes.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

/** Returns an annotation whose quote has each formula once. */
const readableAnnotation = (annotation: StoredAnnotation, notation: FormulaNotation): StoredAnnotation => ({
  ...annotation,
  target: { ...annotation.target, quote: readableQuote(annotation.target.quote, notation) },
});

/**
 * Renders the document. The batches contain the annotations in the order of the document, then the titles of their books. Throws
 * `request.invalid`.
 */
export const run = async ({ format, now, formulaNotation }: NotesWork, batches: AsyncIterable<NotesBatch>): Promise<NotesDocument> => {
  const annotationsOf = new Map<string, StoredAnnotation[]>();
  const titles = new Map<string, { title: string; authors: string }>();
  const out = new Set<string>();
  for await (const part of batches) {
    if (part.kind === 'annotations') {
      for (const stored of part.annotations) {
        const annotation = format === 'annotation' ? stored : readableAnnotation(stored, formulaNotation);
        const own = annotationsOf.get(annotation.bookId);
        if (own === undefined) annotationsOf.set(annotation.bookId, [annotation]);
        else own.push(annotation);
      }
    } else {
      for (const { id, title, authors } of part.books) titles.set(id, { title, authors });
      for (const annotationId of part.cardsOut) out.add(annotationId);
    }
  }
  const books = [...annotationsOf].map(([id, annotations]) => ({
    id,
    ...(titles.get(id) ?? { title: '已下架的图书', authors: '' }),
    annotations,
  }));
  const rendered = await renderNotes(books, format, now, (annotationId) => out.has(annotationId));
  const [encoding, content] =
    typeof rendered === 'string' ? (['utf8', rendered] as const) : (['base64', rendered.toString('base64')] as const);
  return { encoding, contentJson: Buffer.from(JSON.stringify(content)) };
};
