import { expect, it } from 'vitest';
import { closeAll } from './close-all.ts';

it('closes the newest first, closes all of them even if one fails, and throws the first error', async () => {
  const closed: string[] = [];
  const closers = [
    () => closed.push('database'),
    async () => {
      closed.push('jobs');
      throw new Error('the jobs do not end');
    },
    () => {
      closed.push('server');
      throw new Error('the server does not end');
    },
  ];
  await expect(closeAll(closers)).rejects.toThrow('the server does not end');
  expect(closed).toEqual(['server', 'jobs', 'database']);
  expect(closers).toEqual([]);
  await closeAll(closers);
});
