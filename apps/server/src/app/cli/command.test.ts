import { expect, test } from 'vitest';
import { UsageError, withUsage } from './command.ts';
import { importBooks } from './import-books.ts';
import { createPerson } from './people.ts';

test.each([
  [['--nope', 'a.epub'], '参数有误：--nope'],
  [['a.epub', '--access'], '参数有误：--access'],
])('a wrong option is named, with the usage of its command: %o', (args, sentence) => {
  const attempt = () => withUsage(importBooks, () => importBooks.prepare(args));
  expect(attempt).toThrow(UsageError);
  expect(attempt).toThrow(sentence);
  expect(attempt).toThrow('用法：npm run shufang -- import 文件…');
});

test('a word too many is no fault of ours either', () => {
  expect(() => withUsage(createPerson, () => createPerson.prepare(['word']))).toThrow(/^参数有误\n用法：npm run shufang -- user create/);
});

test('any other fault stays what it is', () => {
  const fault = new TypeError('x is not a function');
  expect(() =>
    withUsage(importBooks, () => {
      throw fault;
    }),
  ).toThrow(fault);
});
