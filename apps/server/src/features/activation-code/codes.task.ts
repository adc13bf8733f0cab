/** Writes the codes of a batch in an isolated process. */
import { csvForPrinter, workbookForPrinter } from './codes-for-printer.ts';
import type { CodesWork } from './isolated-codes.ts';

/** Returns the codes as CSV, or as a workbook in base64. */
export const run = async ({ batch, secret, publicUrl, format }: CodesWork): Promise<string> => {
  const key = Buffer.from(secret);
  return format === 'csv' ? csvForPrinter(batch, key, publicUrl) : (await workbookForPrinter(batch, key, publicUrl)).toString('base64');
};
