/** The marks of a book as Markdown a person can read and keep without us. */

import { chapterWord, factsOf } from './mark-words.ts';
import { escapeMarkdown, quoteLines } from './markdown.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

const renderMark = (mark: StoredAnnotation): string => {
  const parts: string[] = [];
  if (mark.target.quote.exact.trim() !== '') parts.push(quoteLines(mark.target.quote.exact));
  if (mark.body.trim() !== '') parts.push(escapeMarkdown(mark.body));
  for (const other of mark.otherBodies) parts.push(`（另一台设备上的版本）\n\n${escapeMarkdown(other.body)}`);
  return [...parts, `*${factsOf(mark).map(escapeMarkdown).join(' · ')}*`].join('\n\n');
};

export const renderBook = (title: string, authors: string, marks: readonly StoredAnnotation[]): string => {
  const blocks = [`# ${escapeMarkdown(title)}`, ...(authors === '' ? [] : [escapeMarkdown(authors)])];
  let chapter: string | undefined;
  for (const mark of marks) {
    if (mark.chapterTitle !== chapter) {
      chapter = mark.chapterTitle;
      blocks.push(`## ${escapeMarkdown(chapterWord(mark))}`);
    } else blocks.push('---');
    blocks.push(renderMark(mark));
  }
  return blocks.join('\n\n');
};
