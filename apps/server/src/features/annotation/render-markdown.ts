/** Renders the annotations of a book as Markdown. */

import { chapterLabel, metadataLabelsOf } from './annotation-labels.ts';
import { escapeMarkdown, quoteLines } from './markdown.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

const renderAnnotation = (annotation: StoredAnnotation): string => {
  const parts: string[] = [];
  if (annotation.target.quote.exact.trim() !== '') parts.push(quoteLines(annotation.target.quote.exact));
  if (annotation.body.trim() !== '') parts.push(escapeMarkdown(annotation.body));
  for (const other of annotation.otherBodies) parts.push(`（另一台设备上的版本）\n\n${escapeMarkdown(other.body)}`);
  return [...parts, `*${metadataLabelsOf(annotation).map(escapeMarkdown).join(' · ')}*`].join('\n\n');
};

/** Renders the heading of a book. */
export const renderBookHead = (title: string, authors: string): string =>
  [`# ${escapeMarkdown(title)}`, ...(authors === '' ? [] : [escapeMarkdown(authors)])].join('\n\n');

/** Renders the next annotations of a book. `chapterBefore`: the chapter of the annotation before them. */
export const renderAnnotations = (annotations: readonly StoredAnnotation[], chapterBefore: string | undefined): string => {
  let chapter = chapterBefore;
  return annotations
    .map((annotation) => {
      const heading = annotation.chapterTitle === chapter ? '---' : `## ${escapeMarkdown(chapterLabel(annotation))}`;
      chapter = annotation.chapterTitle;
      return `\n\n${heading}\n\n${renderAnnotation(annotation)}`;
    })
    .join('');
};

export const renderBook = (title: string, authors: string, annotations: readonly StoredAnnotation[]): string =>
  renderBookHead(title, authors) + renderAnnotations(annotations, undefined);
