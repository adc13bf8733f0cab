/** Renders annotations as a Word document: a heading per book and chapter, the passage as a quotation, the note under it. */
import { AlignmentType, Document, HeadingLevel, Packer, Paragraph, TextRun } from 'docx';
import { xmlText } from '../../platform/xml-text.ts';
import { chapterLabel, type ExportedBook, metadataLabelsOf } from './annotation-labels.ts';
import type { StoredAnnotation } from './stored-annotation.ts';

/** Fonts of Word and WPS on Chinese systems; other systems substitute them. */
const SONG = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '宋体' };
const HEI = { ascii: 'Arial', hAnsi: 'Arial', eastAsia: '黑体' };
const KAI = { ascii: 'Times New Roman', hAnsi: 'Times New Roman', eastAsia: '楷体' };

/** Converts a text to text runs with its line breaks. */
const runs = (text: string, style: { font: typeof SONG; color?: string }): TextRun[] =>
  xmlText(text)
    .split('\n')
    .map((line, index) => new TextRun({ text: line, ...style, ...(index === 0 ? {} : { break: 1 }) }));

const annotationParagraphs = (annotation: StoredAnnotation): Paragraph[] => {
  const quote = annotation.target.quote.exact.trim();
  return [
    ...(quote === ''
      ? []
      : [
          new Paragraph({
            children: runs(quote, { font: KAI }),
            indent: { left: 420 },
            spacing: { before: 200, line: 360 },
            border: { left: { style: 'single', size: 12, space: 10, color: 'B9B09A' } },
          }),
        ]),
    ...[annotation.body, ...annotation.otherBodies.map(({ body }) => `（另一台设备上的版本）\n${body}`)]
      .filter((body) => body.trim() !== '')
      .map((body) => new Paragraph({ children: runs(body, { font: SONG }), spacing: { before: 80, line: 360 } })),
    new Paragraph({
      children: [new TextRun({ text: xmlText(metadataLabelsOf(annotation).join(' · ')), font: SONG, size: 18, color: '6B6456' })],
      spacing: { before: 40, after: 160 },
    }),
  ];
};

const bookParagraphs = (book: ExportedBook, index: number): Paragraph[] => {
  const paragraphs = [
    new Paragraph({
      heading: HeadingLevel.HEADING_1,
      pageBreakBefore: index > 0,
      children: [new TextRun({ text: xmlText(book.title), font: HEI })],
    }),
    ...(book.authors === ''
      ? []
      : [new Paragraph({ alignment: AlignmentType.LEFT, children: [new TextRun({ text: xmlText(book.authors), font: SONG })] })]),
  ];
  let chapter: string | undefined;
  for (const annotation of book.annotations) {
    if (annotation.chapterTitle !== chapter) {
      chapter = annotation.chapterTitle;
      paragraphs.push(
        new Paragraph({
          heading: HeadingLevel.HEADING_2,
          spacing: { before: 360, after: 120 },
          children: [new TextRun({ text: xmlText(chapterLabel(annotation)), font: HEI })],
        }),
      );
    }
    paragraphs.push(...annotationParagraphs(annotation));
  }
  return paragraphs;
};

export const renderDocx = (books: readonly ExportedBook[]): Promise<Buffer> =>
  Packer.toBuffer(
    new Document({
      title: '读书笔记',
      creator: '书房',
      styles: {
        default: {
          document: { run: { font: SONG, size: 22 } },
          heading1: { run: { size: 34, bold: true, color: '1F1C16' } },
          heading2: { run: { size: 26, bold: true, color: '1F1C16' } },
        },
      },
      sections: [{ children: books.flatMap(bookParagraphs) }],
    }),
  );
