/** Writes tables as an Excel workbook: a bold first row that stays when scrolling, texts as texts, numbers with two decimals. */
import writeExcelFile from 'write-excel-file/node';
import { xmlText } from './xml-text.ts';

/** `whole`: a count or a running number, without decimals. */
export type Cell = string | number | { readonly whole: number } | undefined;

/** Excel's own limit of a cell. */
const CELL_CHARS = 32_767;

/** Always a text, never a formula, whatever it begins with. */
const cellOf = (cell: Cell) => {
  if (cell === undefined) return null;
  if (typeof cell === 'object') return { value: cell.whole, type: Number, format: '0', alignVertical: 'top' as const };
  if (typeof cell === 'number') return { value: cell, type: Number, format: '0.00', alignVertical: 'top' as const };
  return { value: xmlText(cell.slice(0, CELL_CHARS)), type: String, alignVertical: 'top' as const, wrap: true };
};

interface Sheet {
  readonly name: string;
  /** The first is the heading. */
  readonly rows: readonly (readonly Cell[])[];
  /** In characters, a column each. */
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
