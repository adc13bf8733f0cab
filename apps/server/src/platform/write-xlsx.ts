/** Writes one table as an Excel workbook: a bold first row that stays when scrolling, texts as texts, numbers with two decimals. */
import writeExcelFile from 'write-excel-file/node';
import { xmlText } from './xml-text.ts';

export type Cell = string | number | undefined;

/** Excel's own limit of a cell. */
const CELL_CHARS = 32_767;

/** Always a text, never a formula, whatever it begins with. */
const cellOf = (cell: Cell) => {
  if (cell === undefined) return null;
  if (typeof cell === 'number') return { value: cell, type: Number, format: '0.00', alignVertical: 'top' as const };
  return { value: xmlText(cell.slice(0, CELL_CHARS)), type: String, alignVertical: 'top' as const, wrap: true };
};

/** `rows[0]` is the heading. `widths` in characters, a column each. */
export const writeXlsx = (sheetName: string, rows: readonly (readonly Cell[])[], widths: readonly number[]): Promise<Buffer> => {
  const [head = [], ...body] = rows;
  const heading = head.map((name) => ({ value: String(name ?? ''), type: String, fontWeight: 'bold' as const }));
  return writeExcelFile([heading, ...body.map((row) => row.map(cellOf))], {
    sheet: sheetName,
    columns: widths.map((width) => ({ width })),
    stickyRowsCount: 1,
  }).toBuffer();
};
