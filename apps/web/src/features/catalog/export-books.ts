/** Exports a list of books as an Excel workbook. The writer is loaded on demand. */

import type { BookCard } from '@shufang/contract';
import { saveFile } from '../../platform/api/save-file.ts';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { publicOrigin } from '../../platform/public-origin.ts';

/** Maximum number of characters in one cell of an Excel sheet. */
const CELL_CHARS = 32_767;

/** Removes the control characters, which XML does not allow. */
const printable = (text: string): string =>
  text
    .slice(0, CELL_CHARS)
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, '');

const textCell = (text: string) => ({ value: printable(text), type: String });
const numberCell = (value: number, format: string) => ({ value, type: Number, format });

/** Returns the rows of the sheet, the header first. Text cells are never formulas, whatever they begin with. */
export const bookSheet = (books: readonly BookCard[], origin: string) => [
  catalogText.exportColumns.map((name) => ({ value: name, type: String, fontWeight: 'bold' as const })),
  ...books.map((book) => [
    textCell(book.title),
    textCell(book.authors),
    textCell(book.publisher ?? ''),
    textCell(book.isbn ?? ''),
    textCell(book.plan ?? ''),
    textCell(catalogText.accessModels[book.accessModel]),
    book.accessModel === 'paid' ? numberCell(book.priceFen / 100, '0.00') : null,
    numberCell(book.chars, '0'),
    textCell(`${origin}/course/info/${book.id}`),
  ]),
];

const WIDTHS = [36, 20, 24, 18, 24, 10, 12, 10, 60];

/** Creates the workbook and downloads it. */
export const saveBookTable = async (books: readonly BookCard[], name: string): Promise<void> => {
  const { default: writeExcelFile } = await import('write-excel-file/browser');
  const workbook = await writeExcelFile(bookSheet(books, publicOrigin()), {
    columns: WIDTHS.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBlob();
  saveFile(`${name}.xlsx`, workbook);
};
