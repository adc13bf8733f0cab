/** Renders annotations as an Excel table with one row each, for sorting and filtering. */
import { writeXlsx } from '../../platform/write-xlsx.ts';
import {
  anchorLabel,
  COLOR_NAMES,
  chapterLabel,
  type ExportedBook,
  HIGHLIGHT_STYLE_NAMES,
  kindLabel,
  progressionLabel,
  timeLabel,
} from './annotation-labels.ts';

const HEADING = ['图书', '章节', '类型', '颜色', '样式', '原文', '笔记', '标签', '位置', '时间', '改版后'];
const WIDTHS = [24, 24, 8, 8, 8, 60, 60, 16, 8, 18, 12];

export const renderWorkbook = (books: readonly ExportedBook[]): Promise<Buffer> =>
  writeXlsx(
    '读书笔记',
    [
      HEADING,
      ...books.flatMap((book) =>
        book.annotations.map((annotation) => [
          book.title,
          chapterLabel(annotation),
          kindLabel(annotation),
          annotation.kind === 'bookmark' ? '' : COLOR_NAMES[annotation.color],
          annotation.kind === 'bookmark' ? '' : HIGHLIGHT_STYLE_NAMES[annotation.highlightStyle],
          annotation.target.quote.exact,
          [annotation.body, ...annotation.otherBodies.map(({ body }) => body)].filter(Boolean).join('\n\n'),
          annotation.tags.join('、'),
          progressionLabel(annotation),
          timeLabel(annotation.createdAt),
          anchorLabel(annotation),
        ]),
      ),
    ],
    WIDTHS,
  );
