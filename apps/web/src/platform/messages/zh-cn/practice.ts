/** Texts of practice questions in books. */
import type { QuestionType } from '@shufang/contract';

/** Returns the date of an answer, such as “11月29日”. */
const dateOf = (ms: number): string => new Date(ms).toLocaleDateString('zh-CN', { month: 'long', day: 'numeric' });

const types: Readonly<Record<QuestionType, string>> = {
  single: '单选题',
  multiple: '多选题',
  trueFalse: '判断题',
  blank: '填空题',
  numeric: '填空题',
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

export const practiceText = {
  types,
  options: '选项',
  optionLetter: (letter: string) => `${letter}．`,
  blankOf: (number: number, count: number) => (count === 1 ? '填空' : `第 ${number} 空`),
  response: '您的答案',
  responseHint: '写好以后对照参考答案，自己判断。答案只保存给您自己看。',
  needsResponse: '请先作答',
  check: '检查答案',
  compare: '对照参考答案',
  again: '再做一次',
  showAnswer: '看答案',
  close: '回到书中',
  verdicts: { correct: '答对了', partial: '对了一部分', wrong: '没有答对' },
  partLabels: { correct: '对', partial: '部分对', wrong: '不对', unanswered: '没有填', unscored: '请自己对照' },
  compareHint: '请和参考答案对照。',
  unscored: '这种写法无法自动判断，请自己对照答案。',
  answer: '答案',
  or: ' 或 ',
  trueFalse: { true: '对', false: '错' } as Readonly<Record<string, string>>,
  sample: '参考答案',
  explanation: '解析',
  selfAssess: '和参考答案相比，您做对了吗？',
  selfCorrect: '做对了',
  selfWrong: '还没掌握',
  picture: (alt: string) => (alt === '' ? '（图见书中）' : `（图：${alt}）`),
  last: ({ verdict, answeredAt, tries }: { verdict: 'correct' | 'partial' | 'wrong'; answeredAt: number; tries: number }) =>
    `${dateOf(answeredAt)}做过，${{ correct: '做对了', partial: '对了一部分', wrong: '没有做对' }[verdict]}；共做 ${tries} 次`,
  saved: '答案已存本机',
  notSaved: '答案没有存下来，请检查设备的存储空间',
} as const;
