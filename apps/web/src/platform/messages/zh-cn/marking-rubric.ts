/** Texts of rubrics: their editor, marking with them, and how students see them. */
import type { listEarlierRubrics, OutputOf } from '@shufang/contract';

const points = (milli: number): string => String(Math.round(milli) / 1000);

export const rubricText = {
  cancel: '取消',
  save: '保存量规',
  title: '评分量规',
  lead: '把主观题的评分标准写成几个评分项，每项分几档。批改时按档给分，总分自动相加；发布后量规不能再改。',
  none: '还没有量规。没有量规的题直接填分数。',
  noneFrozen: '这份作业没有量规。',
  make: '做一份量规',
  makeFor: '用在哪里',
  whole: '整份作业（满分相同的主观题都用它）',
  question: (label: string, milli: number) => `第 ${label} 题（${points(milli)} 分）`,
  forQuestion: (label: string) => `第 ${label} 题`,
  forWhole: '整份作业',
  usedFor: (labels: readonly string[]) => (labels.length === 0 ? '现在没有题用它' : `用于第 ${labels.join('、')} 题`),
  shown: '学生作答前能看到',
  hidden: '学生批完才看到',
  edit: '修改',
  editOf: (title: string) => `修改量规“${title}”`,
  remove: '删除',
  removeOf: (title: string) => `删除量规“${title}”`,
  removeTitle: (title: string) => `删除量规“${title}”？`,
  removeLead: '删除以后，这些题批改时直接填分数。',
  dialogTitle: '评分量规',
  name: '量规名称',
  isShown: '学生作答前能看到这份量规',
  copy: '照搬以前的量规',
  copyNone: '不照搬，自己写',
  earlier: ({ rubric, assignment, className }: OutputOf<typeof listEarlierRubrics>['items'][number]) =>
    `${rubric.title}（${className}，${assignment}）`,
  criterion: (no: number) => `评分项 ${no}`,
  criterionTitle: '名称',
  levelPoints: (no: number) => `第 ${no} 档的分数`,
  levelDescription: (no: number) => `第 ${no} 档的说明`,
  removeLevel: (criterion: number, level: number) => `删除评分项 ${criterion} 的第 ${level} 档`,
  addLevel: '加一档',
  removeCriterion: (no: number) => `删除评分项 ${no}`,
  addCriterion: '加一个评分项',
  levelWrong: '请填写 0 到 1000 的分数，最多三位小数',
  emptyCriterion: '请填写评分项的名称',
  emptyLevel: '请填写这一档的说明',
  noPoints: '至少一档的分数要大于 0',
  emptyName: '请填写量规的名称',
  total: (milli: number, wanted: number | undefined) =>
    wanted === undefined || wanted === milli
      ? `合计 ${points(milli)} 分`
      : `合计 ${points(milli)} 分，题目是 ${points(wanted)} 分：发布前两者要相同`,
  defaultLevels: ['完全做到', '基本做到', '没有做到'],

  // Marking.
  marking: (title: string) => `按量规评分：${title}`,
  keysHint: '键盘：数字选这一项的档，选好自动到下一项；退格回到上一项，回车存下并看下一份没批的；N 下一份，P 上一份。',
  level: (no: number, milli: number, description: string) => `${no}　${points(milli)} 分　${description}`,
  sum: (milli: number, possible: number) => `合计 ${points(milli)} / ${points(possible)} 分`,
  sumOpen: (chosen: number, criteria: number) => `选好 ${chosen} / ${criteria} 项`,
  chooseAll: '请给每个评分项选一档',

  // Students.
  studentTitle: '评分标准',
  studentLead: '老师按下面的标准给主观题评分。',
  columnCriterion: '评分项',
  columnLevels: '各档的分数与要求',
  columnEarned: '得到的档',
  levelLine: (milli: number, description: string) => `${points(milli)} 分：${description}`,
} as const;
