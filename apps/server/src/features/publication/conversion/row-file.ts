/** Database rows written by the conversion process: lines of JSON arrays, each small enough for one statement. */
import { closeSync, openSync, writeSync } from 'node:fs';

const ROWS_PER_LINE = 4_000;
const CHARS_PER_LINE = 1_000_000;

export interface RowFile {
  /** Adds rows; each is written before the next is made, if `rows` makes them one by one. */
  add(rows: Iterable<object>): void;
  close(): void;
}

/** Opens a row file. `onWritten` is called for each line after it is written. */
export const openRowFile = (path: string, onWritten: (start: number, end: number) => void): RowFile => {
  const file = openSync(path, 'wx');
  let buffered: string[] = [];
  let chars = 0;
  let end = 0;
  const flush = (): void => {
    if (buffered.length === 0) return;
    const line = Buffer.from(`[${buffered.join(',')}]\n`);
    for (let done = 0; done < line.length; ) done += writeSync(file, line, done);
    buffered = [];
    chars = 0;
    onWritten(end, end + line.length);
    end += line.length;
  };
  return {
    add(rows) {
      for (const row of rows) {
        const json = JSON.stringify(row);
        buffered.push(json);
        chars += json.length;
        if (buffered.length >= ROWS_PER_LINE || chars >= CHARS_PER_LINE) flush();
      }
    },
    close() {
      flush();
      closeSync(file);
    },
  };
};
