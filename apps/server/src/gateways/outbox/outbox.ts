/**
 * Writes messages to `DATA_DIR/outbox/<name>.jsonl`, one JSON object per line. The local stand-ins for suppliers use it instead of sending.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';

export interface Outbox {
  /** Appends a line. Resolves when the line is in the file. Lines of parallel calls are never mixed. */
  append(entry: Readonly<Record<string, string | number>>): Promise<void>;
}

/** Creates an outbox in `folder` (`DATA_DIR/outbox`), which is created if it does not exist. */
export const createOutbox = (folder: string, name: 'sms' | 'mail' | 'captcha' | 'pay'): Outbox => {
  const file = path.join(folder, `${name}.jsonl`);
  let last: Promise<void> = Promise.resolve();
  const write = async (line: string): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await appendFile(file, line, { mode: 0o600 });
  };
  return {
    append(entry) {
      const line = `${JSON.stringify(entry)}\n`;
      const written = last.then(
        () => write(line),
        () => write(line),
      );
      last = written;
      return written;
    },
  };
};
