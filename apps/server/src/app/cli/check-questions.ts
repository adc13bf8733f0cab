/** The command that reads a file of questions and says of each whether it can be imported. It opens only the file and stores nothing. */
import { readFile, stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import {
  type ImportedItem,
  type ImportFinding,
  type ImportVerdict,
  QUESTION_FILE_BYTES_MAX,
  QUESTION_FORMATS,
  QuestionFileError,
  type QuestionFormat,
  type QuestionProblem,
  questionType,
  readQuestionFile,
} from '@shufang/assessment';
import { contentText, type QuestionType } from '@shufang/contract';
import { type BareCommand, resolveFile, UsageError } from './command.ts';

const STEM_CHARS = 40;
/** Lines of the source that are shown; an item of QTI may have hundreds. */
const SOURCE_LINES = 20;
const FORMATS = QUESTION_FORMATS.join('|');

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
  unsupportedType: '这种作答方式暂不支持',
  customScoring: '计分规则特殊，按正确答案计分',
  droppedParts: '有不能显示的内容（如音频、视频），没有保留',
  missingPicture: '缺少图片',
  pictureFormula: '公式是图片，不能转换',
  markedAnswer: '只用颜色、粗细或下划线标出答案',
  twoAnswers: '文件里有两个不同的答案',
  numberOrder: '题号不连续，可能漏切或错切',
  unclearParts: '有的部分不能确定属于哪里',
  preservedParts: '有用不到的部分，已原样保存，导出 QTI 时写回',
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

const isFormat = (value: string): value is QuestionFormat => QUESTION_FORMATS.some((format) => format === value);

/** Returns the unit in which the positions of items are counted. */
const LINE_UNITS: Readonly<Record<QuestionFormat, string>> = {
  gift: '行',
  aiken: '行',
  qti: '题',
  moodle: '题',
  word: '段',
  excel: '行',
  text: '行',
};

const lineOf = ({ line, source, verdict, question }: ImportedItem, format: QuestionFormat): string => {
  const stem = (question === undefined ? source : contentText(question.view.body)).replace(/\s+/g, ' ').trim();
  const type = question === undefined ? '—' : types[questionType(question)];
  return `${verdicts[verdict]}\t第 ${line} ${LINE_UNITS[format]}\t${type}\t${stem.slice(0, STEM_CHARS)}${stem.length > STEM_CHARS ? '…' : ''}`;
};

const reasonsOf = (item: ImportedItem): string[] => [
  ...item.findings.filter((finding) => finding !== 'questionProblem').map((finding) => findings[finding]),
  ...item.problems.map((problem) => problems[problem]),
];

/** Returns the items of a file, or the sentence that says why it cannot be read. */
const readItems = (bytes: Uint8Array, format: QuestionFormat | undefined): ReturnType<typeof readQuestionFile> | string => {
  try {
    return readQuestionFile(bytes, format);
  } catch (error) {
    if (error instanceof QuestionFileError) return error.message;
    throw error;
  }
};

export const checkQuestions: BareCommand = {
  name: ['question', 'check'],
  usage: `question check 文件 [--format ${FORMATS}]`,
  summary:
    '读题目文件（Word、Excel、QTI 题包、Moodle XML、GIFT、Aiken、文字），逐题写明确定、要看一看或不能导入，以及原因和原文；不写入任何内容',
  prepareBare(args) {
    const { values, positionals } = parseArgs({ args: [...args], options: { format: { type: 'string' } }, allowPositionals: true });
    const [file, ...more] = positionals;
    const { format } = values;
    if (file === undefined || more.length > 0 || (format !== undefined && !isFormat(format)))
      throw new UsageError(`用法：npm run shufang -- question check 文件 [--format ${FORMATS}]`);
    return async (env, say) => {
      const address = resolveFile(file, env);
      if ((await stat(address)).size > QUESTION_FILE_BYTES_MAX) throw new UsageError(`文件大于 ${QUESTION_FILE_BYTES_MAX / 1_048_576} MB`);
      const read = readItems(await readFile(address), format);
      if (typeof read === 'string') {
        say(read);
        return { ok: false, data: { problem: read } };
      }
      const counts = { certain: 0, check: 0, refused: 0 };
      for (const item of read.items) {
        counts[item.verdict] += 1;
        say(lineOf(item, read.format));
        for (const reason of reasonsOf(item)) say(`\t${reason}`);
        if (item.verdict === 'certain') continue;
        const lines = item.source.split('\n');
        for (const line of lines.slice(0, SOURCE_LINES)) say(`\t│ ${line}`);
        if (lines.length > SOURCE_LINES) say(`\t│ …（共 ${lines.length} 行）`);
      }
      say(`共 ${read.items.length} 题：确定 ${counts.certain}，要看一看 ${counts.check}，不能导入 ${counts.refused}`);
      return { ok: counts.refused === 0, data: { format: read.format, ...counts, items: read.items } };
    };
  },
};
