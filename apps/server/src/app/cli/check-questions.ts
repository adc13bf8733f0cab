/** The command that reads a file of questions and says of each whether it can be imported. It opens only the file and stores nothing. */
import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  type ImportedItem,
  type ImportFinding,
  type ImportVerdict,
  type QuestionProblem,
  questionType,
  readAiken,
  readGift,
} from '@shufang/assessment';
import { contentText, type QuestionType } from '@shufang/contract';
import { type BareCommand, resolveFile, UsageError } from './command.ts';

const FORMATS = { gift: readGift, aiken: readAiken } as const;
type Format = keyof typeof FORMATS;

/** Larger files are no text files of questions. */
const FILE_BYTES_MAX = 10 * 1024 * 1024;
const STEM_CHARS = 40;

const verdicts: Readonly<Record<ImportVerdict, string>> = { certain: '确定', check: '要看一看', refused: '不能导入' };

const findings: Readonly<Record<ImportFinding, string>> = {
  noResponse: '没有选项或作答处',
  brokenSyntax: '写法不符合格式',
  unfinished: '没有写明答案',
  questionProblem: '题目各部分不相符',
  markup: '有 HTML 或 Markdown 标记，会按文字显示',
  formula: '有公式，会按文字显示',
  wildcard: '答案里的 * 会按文字比较',
  severalNumbers: '有几个数值答案，只取第一个满分的',
  unusualPoints: '各项得分之和不是满分',
  severalLines: '题干或选项有几行',
  feedback: '各选项的反馈没有保留',
};

const problems: Readonly<Record<QuestionProblem, string>> = {
  noText: '没有题干',
  noInteraction: '没有作答处',
  noKey: '没有答案',
  slotWithoutInteraction: '作答处没有内容',
  interactionWithoutSlot: '题干里没有作答处',
  repeatedOption: '选项重复',
  emptyOption: '有空的选项',
  unknownOption: '答案不在选项里',
  nothingCorrect: '没有正确的选项',
  tooManyCorrect: '答案多于可选的数目',
  keyOfAnotherType: '答案与题型不符',
  pointsAboveMaximum: '部分得分高于满分',
};

const types: Readonly<Record<QuestionType, string>> = {
  single: '单选题',
  multiple: '多选题',
  trueFalse: '判断题',
  blank: '填空题',
  numeric: '数值题',
  matching: '配对题',
  ordering: '排序题',
  gapMatch: '选词填空',
  hottext: '选文题',
  hotspot: '识图题',
  shortAnswer: '简答题',
  upload: '上传题',
  cloze: '完形填空',
  composite: '综合题',
};

/** Returns the format of a text: lines with `ANSWER:` and no braces are Aiken. */
const formatOf = (text: string): Format => (/^\s*ANSWER\s*[:：]/im.test(text) && !/[{}]/.test(text) ? 'aiken' : 'gift');

const isFormat = (value: string): value is Format => Object.hasOwn(FORMATS, value);

const lineOf = ({ line, source, verdict, question }: ImportedItem): string => {
  const stem = (question === undefined ? source : contentText(question.view.body)).replace(/\s+/g, ' ').trim();
  const type = question === undefined ? '—' : types[questionType(question)];
  return `${verdicts[verdict]}\t第 ${line} 行\t${type}\t${stem.slice(0, STEM_CHARS)}${stem.length > STEM_CHARS ? '…' : ''}`;
};

const reasonsOf = (item: ImportedItem): string[] => [
  ...item.findings.filter((finding) => finding !== 'questionProblem').map((finding) => findings[finding]),
  ...item.problems.map((problem) => problems[problem]),
];

export const checkQuestions: BareCommand = {
  name: ['question', 'check'],
  usage: 'question check 文件 [--format gift|aiken]',
  summary: '读题目文件（GIFT、Aiken），逐题写明确定、要看一看或不能导入，以及原因和原文；不写入任何内容',
  prepareBare(args) {
    const { values, positionals } = parseArgs({ args: [...args], options: { format: { type: 'string' } }, allowPositionals: true });
    const [file, ...more] = positionals;
    const { format } = values;
    if (file === undefined || more.length > 0 || (format !== undefined && !isFormat(format)))
      throw new UsageError('用法：npm run shufang -- question check 文件 [--format gift|aiken]');
    return async (env, say) => {
      const address = resolveFile(file, env);
      if ((await stat(address)).size > FILE_BYTES_MAX) throw new UsageError('文件大于 10 MB，不是题目的文字文件');
      const text = await readFile(address, 'utf8');
      const chosen = format ?? formatOf(text);
      const items = FORMATS[chosen](text);
      const counts = { certain: 0, check: 0, refused: 0 };
      for (const item of items) {
        counts[item.verdict] += 1;
        say(lineOf(item));
        for (const reason of reasonsOf(item)) say(`\t${reason}`);
        if (item.verdict !== 'certain') for (const line of item.source.split('\n')) say(`\t│ ${line}`);
      }
      say(`共 ${items.length} 题：确定 ${counts.certain}，要看一看 ${counts.check}，不能导入 ${counts.refused}`);
      return { ok: items.length > 0 && counts.refused === 0, data: { format: chosen, ...counts, items } };
    };
  },
};
