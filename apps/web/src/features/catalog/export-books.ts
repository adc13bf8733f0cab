/** A list of books as a table that Excel opens: CSV with a mark that it is UTF-8. Pure, but for the download. */
import type { BookCard } from '@shufang/contract';
import { saveFile } from '../../platform/api/save-file.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';

/** A cell that begins like a formula is text to us, and must stay so in a spreadsheet. */
const cell = (text: string): string => {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const bookTable = (books: readonly BookCard[], origin: string): string =>
  [
    catalogText.exportColumns,
    ...books.map((book) => [
      book.title,
      book.authors,
      book.publisher ?? '',
      catalogText.accessModels[book.accessModel],
      book.accessModel === 'paid' ? (book.priceFen / 100).toFixed(2) : '',
      String(book.chars),
      `${origin}/course/info/${book.id}`,
    ]),
  ]
    .map((row) => row.map(cell).join(','))
    .join('\r\n');

/** Offers the table for saving. */
export const saveBookTable = (books: readonly BookCard[], name: string): void => {
  const table = `\ufeff${bookTable(books, location.origin)}\r\n`;
  saveFile(`${name}.csv`, new Blob([table], { type: 'text/csv;charset=utf-8' }));
};
