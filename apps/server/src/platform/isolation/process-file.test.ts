import { readFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { readProcessFile } from './process-file.ts';

vi.mock('node:fs/promises', () => ({ readFile: vi.fn() }));

const fail = (code: string) => vi.mocked(readFile).mockRejectedValueOnce(Object.assign(new Error(code), { code }));

test.each(['ENOENT', 'ESRCH', 'EMFILE', 'ENFILE'])('a file that cannot be read because of %s is empty', async (code) => {
  fail(code);
  expect(await readProcessFile(1, 'stat')).toBe('');
});

test('any other error is thrown', async () => {
  fail('EACCES');
  await expect(readProcessFile(1, 'status')).rejects.toThrow('EACCES');
});
