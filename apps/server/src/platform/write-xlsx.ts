/** Writes tables as an Excel workbook with a bold, frozen first row and numbers with two decimals. Runs in an isolated process. */
import writeExcelFile from 'write-excel-file/node';
import { xmlText } from './xml-text.ts';

/** Value of a cell; `whole`: an integer, shown without decimals. */
export type Cell = string | number | { readonly whole: number } | undefined;

/** Maximum number of characters in a cell, as Excel limits it. */
const CELL_CHARS = 32_767;

/** Returns the cell for a value. Text is never a formula, whatever its first character. */
const cellOf = (cell: Cell) => {
  if (cell === undefined) return null;
  if (typeof cell === 'object') return { value: cell.whole, type: Number, format: '0', alignVertical: 'top' as const };
  if (typeof cell === 'number') return { value: cell, type: Number, format: '0.00', alignVertical: 'top' as const };
  return { value: xmlText(cell.slice(0, CELL_CHARS)), type: String, alignVertical: 'top' as const, wrap: true };
};

export interface Sheet {
  readonly name: string;
  /** All rows of the sheet; the first one is the heading. */
  readonly rows: readonly (readonly Cell[])[];
  /** Column widths in characters. */
  readonly widths: readonly number[];
}

export const writeWorkbook = (sheets: readonly Sheet[]): Promise<Buffer> =>
  writeExcelFile(
    sheets.map(({ name, rows: [head = [], ...body], widths }) => ({
      data: [
        head.map((title) => ({ value: typeof title === 'string' ? title : '', type: String, fontWeight: 'bold' as const })),
        ...body.map((row) => row.map(cellOf)),
      ],
      sheet: name,
      columns: widths.map((width) => ({ width })),
      stickyRowsCount: 1,
    })),
  ).toBuffer();

export const writeXlsx = (name: string, rows: Sheet['rows'], widths: Sheet['widths']): Promise<Buffer> =>
  writeWorkbook([{ name, rows, widths }]);
