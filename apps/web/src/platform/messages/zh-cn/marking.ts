/** Texts of marking, of corrected keys and of the analysis of a paper. */
import {
  bandText,
  coefficientText,
  type listScoreHistory,
  meanPointsText,
  type OutputOf,
  type Regrade,
  shareText,
} from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const moment = chineseDates({ year: 'numeric', month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });
const percent = new Intl.NumberFormat('zh-CN', { style: 'percent', maximumFractionDigits: 1 });

const points = (milli: number): string => String(Math.round(milli) / 1000);
type ScoreChange = OutputOf<typeof listScoreHistory>['items'][number];

const SOURCES = { teacher: '', regrade: '更正答案', undo: '撤销更正', mark: '双评' } satisfies Record<ScoreChange['source'], string>;

export const markingText = {
  cancel: '取消',
  at: (ms: number) => moment.format(ms),

  // Marking by keyboard.
  keysHint: '键盘：数字填分数，回车存下并看下一份没批的；N 下一份，P 上一份。',
  showNames: '显示姓名',
  scoreHistory: '评分更改记录',
  openScoreHistory: '看更改记录',
  closeScoreHistory: '收起更改记录',
  noScoreHistory: '这份作答的评分还没有改过。',
  scoreChange: (before: number | undefined, after: number | undefined) =>
    `${before === undefined ? '待批' : points(before)} → ${after === undefined ? '待批' : points(after)}`,
  scoreChangedBy: ({ source, byName, at, comment }: ScoreChange) =>
    `${byName}${SOURCES[source]}，${moment.format(at)}${comment === '' ? '' : `：${comment}`}`,
  phrases: '评语常用语',
  phrasesLead: '点一下放进评语。',
  noPhrases: '还没有常用语。写好评语后点“存为常用语”，下次点一下就能用。',
  addPhrase: '存为常用语',
  editPhrases: '整理常用语',
  donePhrases: '整理好了',
  removePhrase: (phrase: string) => `删除常用语“${phrase}”`,

  // Corrected keys.
  regrade: '更正答案',
  regradeOf: (name: string) => `更正答案：${name}`,
  regradeTitle: (name: string) => `更正${name}`,
  regradeLead: '改好答案，先看谁的得分会变、全班的分布怎么变，再决定要不要改。老师批的分数不变。',
  rightResponse: '正确答案（单选可以勾几个，选哪个都算对）',
  rightResponseOf: (no: number) => `第 ${no} 处的正确答案`,
  textsHint: '一行一个，都算对。',
  tolerance: '允许的误差',
  fixedKey: '这种题不能在这里改答案，可以全体给满分。',
  fullPoints: '题目有误：全体给满分（没有作答的也给）',
  raiseOnly: '只加分，不减分',
  preview: '看看会改变什么',
  previewing: '正在计算',
  previewSummary: (attempts: number, gains: number, losses: number) =>
    gains + losses === 0 ? `${attempts} 份卷子，得分都不变` : `${attempts} 份卷子：${gains} 份加分，${losses} 份减分`,
  previewManual: (count: number) => `其中 ${count} 份是老师批的，不变。`,
  previewFacility: (before: number, after: number) => `这道题的得分率从 ${percent.format(before)} 变为 ${percent.format(after)}。`,
  changes: '得分的变化',
  student: '学生',
  studentOf: (name: string, studentNo: string, no: number) =>
    `${name}${studentNo === '' ? '' : ` ${studentNo}`}${no === 1 ? '' : `（第 ${no} 次）`}`,
  before: '更正前',
  after: '更正后',
  scoreOrWaiting: (milli: number | null) => (milli === null ? '待批' : points(milli)),
  bands: '全卷得分的分布',
  band: '得分率',
  bandOf: bandText,
  regradeReason: '更正的原因',
  regradeReasonHint: '和更正一起留在记录里。',
  reasonNeeded: '请写明更正的原因',
  applyLead: '应用后得分和成绩册马上更新，受影响的学生会收到消息；还没有交的卷子按新的答案评分。以后可以撤销。',
  apply: '应用更正',
  regrades: '答案更正记录',
  regradeLine: (label: string, one: Regrade) => `第 ${label} 题：${one.raised} 份加分，${one.lowered} 份减分`,
  regradeBy: (one: Regrade) => `${one.byName}，${moment.format(one.appliedAt)}${one.isRaiseOnly ? '，只加分' : ''}。原因：${one.reason}`,
  undo: '撤销更正',
  undoOf: (label: string) => `撤销第 ${label} 题的更正`,
  undoTitle: (label: string) => `撤销第 ${label} 题的更正？`,
  undoLead: '答案和得分都回到更正以前；更正以后老师批过的分数不变。受影响的学生会收到消息。',
  undoneAt: (ms: number) => `${moment.format(ms)} 已撤销`,

  // The analysis of a paper.
  analysis: '试卷分析',
  openAnalysis: '看试卷分析',
  analysisLead: '每名学生取第一次作答，还没有批完的不算；人数少时，鉴别指数和信度只供参考。',
  backToAssignment: '回到作业',
  exportAnalysis: '导出 Excel',
  exportPdf: '导出 PDF',
  optionsOfItems: '选项',
  exporting: '正在导出',
  nobody: '还没有批完的卷子',
  nobodyLead: '学生交卷并且批完以后，这里有难度、鉴别指数、信度和目标达成度。',
  whole: '全卷',
  facts: {
    students: '统计人数',
    mean: '平均分',
    deviation: '标准差',
    range: '最高与最低',
    alpha: '信度（α）',
    error: '测量标准误',
  },
  studentsOf: (students: number, waiting: number) => (waiting === 0 ? `${students} 人` : `${students} 人（另有 ${waiting} 人没有批完）`),
  meanOf: (mean: number, possible: number) => `${meanPointsText(mean)} / ${points(possible)}`,
  rangeOf: (highest: number, lowest: number) => `${points(highest)}，${points(lowest)}`,
  figure: meanPointsText,
  coefficient: coefficientText,
  items: '各题',
  itemColumns: {
    no: '题号',
    objective: '课程目标',
    mean: '平均分',
    facility: '难度',
    discrimination: '鉴别指数',
    pointBiserial: '点二列相关',
    itemRest: '与其余题的相关',
    note: '提示',
  },
  itemNo: (label: string) => `第 ${label} 题`,
  itemsHelp:
    '难度 = 平均分 ÷ 满分（越大越容易）。鉴别指数 = 总分最高的 27% 与最低的 27% 在这道题上的得分率之差，0.3 以上较好。点二列相关是这道题与总分的相关。',
  objectives: '课程目标达成度',
  objectivesHelp: '达成度 = 这个目标各题的平均分之和 ÷ 满分之和。',
  noObjectives: '还没有设定各题的课程目标。',
  setObjectives: '设定课程目标',
  objectivesTitle: '各题的课程目标',
  objectivesLead: '写上每道题考查的课程目标，同一个目标写法一致；不写的题不计入达成度。',
  objectiveOf: (label: string) => `第 ${label} 题`,
  save: '保存',
  objectiveColumns: { objective: '课程目标', questions: '题号', points: '平均分与满分', attainment: '达成度' },
  questionsOf: (labels: readonly string[]) => labels.join('、'),
  share: shareText,
} as const;
