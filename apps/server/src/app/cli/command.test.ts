import { expect, test } from 'vitest';
import { UsageError, withUsage } from './command.ts';
import { importBooks } from './import-books.ts';
import { createUserCommand } from './users.ts';

test.each([
  [['--nope', 'a.epub'], '参数有误：--nope'],
  [['a.epub', '--access'], '参数有误：--access'],
])('an unknown option is reported with the usage of its command: %o', (args, sentence) => {
  const attempt = () => withUsage(importBooks, () => importBooks.prepare(args));
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(sentence);
  expect(attempt).toThrow('用法：npm run shufang -- import 文件…');
});

test('an unexpected argument is reported as a usage error too', () => {
  expect(() => withUsage(createUserCommand, () => createUserCommand.prepare(['word']))).toThrow(
    /^参数有误\n用法：npm run shufang -- user create/,
  );
});

test('any other error is passed through unchanged', () => {
  const error = new TypeError('x is not a function');
  expect(() =>
    withUsage(importBooks, () => {
      throw error;
    }),
  ).toThrow(error);
});
