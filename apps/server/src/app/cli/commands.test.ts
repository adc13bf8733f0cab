import { expect, it } from 'vitest';
import { COMMANDS, loadAll } from './commands.ts';

it('loads under each name the command of that name', async () => {
  const loaded = await loadAll();
  expect(loaded.map(({ name }) => name.join(' '))).toEqual(COMMANDS.map(({ name }) => name));
  expect(loaded.filter((command) => !command.usage.startsWith(command.name.join(' ')))).toEqual([]);
});

it('finds the longer of two names that begin alike first', () => {
  const names = COMMANDS.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const hidden = names.filter((name, index) => names.slice(0, index).some((before) => name.startsWith(`${before} `)));
  expect(hidden).toEqual([]);
});
