/** Task that writes an Excel workbook in an isolated process. */
import { type Sheet, writeWorkbook } from './write-xlsx.ts';

/** Returns the Excel workbook of the given sheets in base64. */
export const run = async (sheets: readonly Sheet[]): Promise<string> => (await writeWorkbook(sheets)).toString('base64');
