/** Writes tables as an Excel workbook with a bold, frozen first row and numbers with two decimals. Runs in an isolated process. */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import writeExcelFile from 'write-excel-file/node';
import type { SheetChart } from './office/chart-sheet.ts';
import { addWorkbookCharts } from './office/workbook-charts.ts';
import { xmlText } from './xml-text.ts';

/**
 * Value of a cell. `whole`: an integer, shown without decimals. `formula`: a formula without the equals sign. `result`: its value at the time of
 * writing, shown by programs that do not calculate; undefined if the formula results in an empty text.
 */
export type Cell =
  | string
  | number
  | { readonly whole: number }
  | { readonly formula: string; readonly result: number | undefined; readonly format: string }
  | undefined;

/** Maximum number of characters in a cell, as Excel limits it. */
const CELL_CHARS = 32_767;

/** Returns the cell for a value. Text is never a formula, whatever its first character. */
const cellOf = (cell: Cell) => {
  if (cell === undefined) return null;
  if (typeof cell === 'object' && 'formula' in cell)
    return { value: cell.formula, type: 'Formula' as const, format: cell.format, alignVertical: 'top' as const };
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
  /** Charts of numbers on the sheet (`chartSheet`). */
  readonly charts?: readonly SheetChart[];
}

/** Time of the files within a workbook: the same sheets have the same bytes, whenever they are written. */
const FILE_TIME = new Date(2020, 0, 1);

/** Adds the results of the formulas, which the library leaves out, to the sheets of a workbook. */
const addResults = (files: Record<string, Uint8Array>, sheets: readonly Sheet[]): void => {
  for (const [index, { rows }] of sheets.entries()) {
    const name = `xl/worksheets/sheet${index + 1}.xml`;
    const results = rows.flat().flatMap((cell) => (typeof cell === 'object' && 'formula' in cell ? [cell.result] : []));
    let at = 0;
    const xml = strFromU8(files[name] ?? new Uint8Array()).replaceAll(/<c ([^>]*)>(<f>[^<]*<\/f>)<\/c>/g, (_, attributes, formula) => {
      const result = results[at++];
      return result === undefined ? `<c ${attributes} t="str">${formula}<v></v></c>` : `<c ${attributes}>${formula}<v>${result}</v></c>`;
    });
    if (at !== results.length) throw new Error(`${name} has ${at} formulas instead of ${results.length}`);
    files[name] = strToU8(xml);
  }
};

const hasFormula = ({ rows }: Sheet): boolean => rows.some((row) => row.some((cell) => typeof cell === 'object' && 'formula' in cell));

export const writeWorkbook = async (sheets: readonly Sheet[]): Promise<Buffer> => {
  const workbook = await writeExcelFile(
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
  const files = unzipSync(workbook);
  if (sheets.some(hasFormula)) addResults(files, sheets);
  addWorkbookCharts(files, sheets);
  return Buffer.from(zipSync(files, { mtime: FILE_TIME }));
};

export const writeXlsx = (name: string, rows: Sheet['rows'], widths: Sheet['widths']): Promise<Buffer> =>
  writeWorkbook([{ name, rows, widths }]);
