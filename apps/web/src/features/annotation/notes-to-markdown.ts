/** Renders annotations as one Markdown document on this device, in the same form as the server's export. Pure. */
import type { Annotation } from '@shufang/contract';
import { passageOf } from '../../platform/formula/readable-quote.ts';
import { notesText } from '../../platform/messages/zh-cn/notes.ts';
import { groupByBook, groupByChapter } from './arrange-annotations.ts';

/** Escapes the characters that are Markdown markup. */
const escaped = (text: string): string => text.replaceAll(/([\\`*_[\]<>#])/g, '\\$1');

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${escaped(line)}`)
    .join('\n');

const annotationToMarkdown = (annotation: Annotation): string => {
  const change = notesText.anchorLabels[annotation.anchor];
  if (annotation.kind === 'bookmark') return `- ${[notesText.kinds.bookmark, change].filter(Boolean).join(' · ')}`;
  return [quoted(passageOf(annotation)), annotation.body, change && `*${change}*`].filter(Boolean).join('\n\n');
};

export const notesToMarkdown = (annotations: readonly Annotation[], titleOf: (bookId: string) => string): string => {
  const books = groupByBook(annotations).map((book) => {
    const chapters = groupByChapter(book.annotations).map((chapter) =>
      [`### ${escaped(chapter.title || notesText.untitledChapter)}`, ...chapter.annotations.map(annotationToMarkdown)].join('\n\n'),
    );
    return [`## ${escaped(titleOf(book.key))}`, ...chapters].join('\n\n');
  });
  return `${[`# ${notesText.exportTitle}`, ...books].join('\n\n')}\n`;
};
