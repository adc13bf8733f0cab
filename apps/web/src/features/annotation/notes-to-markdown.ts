/** Marks as one Markdown document, made on this device; the server makes the same when there is a network. Pure. */
import type { Annotation } from '@shufang/contract';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { groupByBook, groupByChapter } from './arrange-marks.ts';

/** Characters that would become markup at the start of a line or inside it. */
const escaped = (text: string): string => text.replaceAll(/([\\`*_[\]<>#])/g, '\\$1');

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${escaped(line)}`)
    .join('\n');

const markToMarkdown = (mark: Annotation): string => {
  if (mark.kind === 'bookmark') return `- ${notesText.kinds.bookmark}`;
  return [quoted(mark.target.quote.exact), mark.body].filter(Boolean).join('\n\n');
};

export const notesToMarkdown = (marks: readonly Annotation[], titleOf: (bookId: string) => string): string => {
  const books = groupByBook(marks).map((book) => {
    const chapters = groupByChapter(book.marks).map((chapter) =>
      [`### ${escaped(chapter.title || notesText.untitledChapter)}`, ...chapter.marks.map(markToMarkdown)].join('\n\n'),
    );
    return [`## ${escaped(titleOf(book.key))}`, ...chapters].join('\n\n');
  });
  return `${[`# ${notesText.exportTitle}`, ...books].join('\n\n')}\n`;
};
