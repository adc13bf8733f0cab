/** Rows for the database on their way from the conversion process: lines of JSON arrays, each small enough for one statement. */
import { closeSync, openSync, writeSync } from 'node:fs';

const ROWS_PER_LINE = 4_000;
const CHARS_PER_LINE = 1_000_000;

export interface RowFile {
  add(rows: readonly object[]): void;
  close(): void;
}

/** `tell` hears of each line once it is written. */
export const openRowFile = (path: string, tell: (start: number, end: number) => void): RowFile => {
  const file = openSync(path, 'wx');
  let waiting: string[] = [];
  let chars = 0;
  let end = 0;
  const flush = (): void => {
    if (waiting.length === 0) return;
    const line = Buffer.from(`[${waiting.join(',')}]\n`);
    for (let done = 0; done < line.length; ) done += writeSync(file, line, done);
    waiting = [];
    chars = 0;
    tell(end, end + line.length);
    end += line.length;
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
