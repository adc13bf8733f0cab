/** The marks as an Excel table, a row each, to sort and filter. */
import { writeXlsx } from '../../platform/write-xlsx.ts';
import { COLOR_NAMES, chapterWord, type ExportedBook, kindWord, placeWord, timeWord } from './mark-words.ts';

const HEADING = ['图书', '章节', '类型', '颜色', '原文', '笔记', '标签', '位置', '时间'];
const WIDTHS = [24, 24, 8, 8, 60, 60, 16, 8, 18];

export const renderWorkbook = (books: readonly ExportedBook[]): Promise<Buffer> =>
  writeXlsx(
    '读书笔记',
    [
      HEADING,
      ...books.flatMap((book) =>
        book.marks.map((mark) => [
          book.title,
          chapterWord(mark),
          kindWord(mark),
          mark.kind === 'bookmark' ? '' : COLOR_NAMES[mark.color],
          mark.target.quote.exact,
          [mark.body, ...mark.otherBodies.map(({ body }) => body)].filter(Boolean).join('\n\n'),
          mark.tags.join('、'),
          placeWord(mark),
          timeWord(mark.createdAt),
        ]),
      ),
    ],
    WIDTHS,
  );
