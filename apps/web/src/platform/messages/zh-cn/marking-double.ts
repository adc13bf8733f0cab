/** Texts of double marking and of the division of work among teachers. */
import type { DoubleMarkingState, QuestionMarking } from '@shufang/contract';

const points = (milli: number): string => String(Math.round(milli) / 1000);

export const doubleText = {
  cancel: '取消',
  save: '保存',
  title: '谁来批',
  line: ({ isDouble, thresholdMilli, responses, finished, waiting, disputed }: QuestionMarking) => {
    const done = `共 ${responses} 份，评好 ${finished} 份`;
    if (!isDouble) return `一位老师批：${done}`;
    const rest = [...(waiting === 0 ? [] : [`等另一位老师 ${waiting} 份`]), ...(disputed === 0 ? [] : [`分数相差过大 ${disputed} 份`])];
    return `双评，相差不超过 ${points(thresholdMilli)} 分取平均：${[done, ...rest].join('，')}`;
  },
  question: (label: string) => `第 ${label} 题`,
  settings: '设置双评',
  settingsOf: (label: string) => `设置第 ${label} 题的双评`,
  begun: '已经有老师批过，双评不能再改。',
  dialogTitle: (label: string) => `第 ${label} 题由几位老师批`,
  dialogLead: '双评：两位老师各批一遍，批完前互相看不到分数。相差不超过下面的分数时取平均，超过时由您评定。',
  isDouble: '这道题双评',
  threshold: '两位老师的分数最多相差多少分',
  thresholdWrong: '请填写 0 到 1000 的分数',
  share: '分配学生',
  shareTitle: '把学生分给老师',
  shareLead: '没有分配的学生，谁都可以批。双评的题，一名学生要分给两位老师。',
  shareEvenly: '平均分配',
  shareEvenlyTwo: '每名学生分给两位老师',
  shareNone: '全部不分配',
  anyone: '谁都可以',
  markerOf: (name: string, seat: number) => `${name}：${seat === 1 ? '第一位老师' : '第二位老师'}`,
  student: '学生',
  first: '第一位老师',
  second: '第二位老师',
  studentOf: (name: string, studentNo: string) => (studentNo === '' ? name : `${name} ${studentNo}`),
  alone: '班级里只有您能批改。请一位老师作合作教师，权限选“查看并管理成员、通知”，就能双评和分配。',
  shared: (count: number, students: number) => `已把 ${count} / ${students} 名学生分给老师。`,
  notShared: '没有分配：谁都可以批任何学生。',

  // Beside a response.
  onlyMine: '只看分给我的',
  states: {
    open: '等您批',
    waiting: '您已批，等另一位老师',
    disputed: '两位老师的分数相差过大',
    agreed: '两位老师的分数一致',
    settled: '已评定',
  } satisfies Record<DoubleMarkingState, string>,
  finalScore: (milli: number, possible: number) => `计分 ${points(milli)} / ${points(possible)}`,
  ownScore: (milli: number, possible: number) => `您给了 ${points(milli)} / ${points(possible)}`,
  bothScores: '两位老师的评分',
  scoreBy: (name: string, milli: number, comment: string) => `${name}：${points(milli)} 分${comment === '' ? '' : `（${comment}）`}`,
  formerTeacher: '已注销的老师',
  locked: '两位老师都批过了，要改请班级的老师评定。',
  settle: '评定这份作答',
  settleHint: '您的评定就是这份作答的得分。',
  blind: '另一位老师批完以前，您看不到对方的分数。',
} as const;
