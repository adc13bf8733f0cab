import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkQuestions } from './check-questions.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'questions-'));
});
afterAll(() => rm(folder, { recursive: true }));

const check = async (text: string, ...more: string[]) => {
  await writeFile(path.join(folder, 'questions.txt'), text);
  const lines: string[] = [];
  const result = await checkQuestions.prepareBare(['questions.txt', ...more])({ INIT_CWD: folder }, (line) => lines.push(line));
  return { ...result, lines };
};

it('names the verdict of each question, and shows the source of those that need a look', async () => {
  const { ok, lines, data } = await check('二加二？{=四 ~五}\n\n<b>首都？</b>{=北京}\n\n没有答案的句子。\n');
  expect(ok).toBe(false);
  expect(data).toMatchObject({ format: 'gift', certain: 1, check: 1, refused: 1 });
  expect(lines).toEqual([
    '确定\t第 1 行\t单选题\t二加二？ ____',
    '要看一看\t第 3 行\t填空题\t<b>首都？</b> ____',
    '\t有 HTML 或 Markdown 标记，会按文字显示',
    '\t│ <b>首都？</b>{=北京}',
    '不能导入\t第 5 行\t—\t没有答案的句子。',
    '\t没有选项或作答处',
    '\t│ 没有答案的句子。',
    '共 3 题：确定 1，要看一看 1，不能导入 1',
  ]);
});

it('recognizes Aiken, and succeeds when nothing is refused', async () => {
  const { ok, data } = await check('二加二？\nA. 四\nB. 五\nANSWER: A\n');
  expect(ok).toBe(true);
  expect(data).toMatchObject({ format: 'aiken', certain: 1, refused: 0 });
});

it('reads a file as the format that is named', async () => {
  expect((await check('二加二？\nA. 四\nB. 五\nANSWER: A\n', '--format', 'gift')).data).toMatchObject({ format: 'gift', certain: 0 });
});

it('fails for a file without questions, and refuses wrong arguments', async () => {
  expect((await check('')).ok).toBe(false);
  expect(() => checkQuestions.prepareBare([])).toThrow('question check');
  expect(() => checkQuestions.prepareBare(['a.txt', '--format', 'pdf'])).toThrow('question check');
});
