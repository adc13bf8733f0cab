/** Rows for the database on their way from the conversion process: lines of JSON arrays, each small enough for one statement. */
import { closeSync, openSync, writeFileSync } from 'node:fs';

const ROWS_PER_LINE = 4_000;
const CHARS_PER_LINE = 4_000_000;

export interface RowFile {
  add(rows: readonly object[]): void;
  close(): void;
}

export const openRowFile = (path: string): RowFile => {
  const file = openSync(path, 'wx');
  let waiting: string[] = [];
  let chars = 0;
  const flush = (): void => {
    if (waiting.length > 0) writeFileSync(file, `[${waiting.join(',')}]\n`);
    waiting = [];
    chars = 0;
  };
  return {
    add(rows) {
      for (const row of rows) {
        const json = JSON.stringify(row);
        waiting.push(json);
        chars += json.length;
        if (waiting.length >= ROWS_PER_LINE || chars >= CHARS_PER_LINE) flush();
      }
    },
    close() {
      flush();
      closeSync(file);
    },
  };
};
