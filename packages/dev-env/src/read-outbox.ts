/** Reads the outbox files of the local providers: SMS codes, mail, captcha solutions and payments, the newest last. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export const readOutbox = async (dataDir: string, name: 'sms' | 'mail' | 'captcha' | 'pay'): Promise<Record<string, unknown>[]> => {
  const text = await readFile(path.join(dataDir, 'outbox', `${name}.jsonl`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};
