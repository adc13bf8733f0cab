/** Texts of running exams: the page of the invigilator, and what the students see beside the paper. */
import { type ExamIncident, type ExamStudent, type ExamStudentState, LIMITS } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const clock = chineseDates({ hour: '2-digit', minute: '2-digit', second: '2-digit' });
const minutes = (ms: number): string => `${Math.floor(ms / 60_000)} 分 ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')} 秒`;

export const examText = {
  title: '监考',
  lead: '每五秒刷新一次。暂停、延长和更正马上出现在考生的屏幕上，并记在下面的考场记录里。',
  signedOut: '登录后，任课教师在这里监考。',
  what: '考场',
  open: '监考',
  notFound: '没有找到这场考试',
  notFoundHint: '只有任课教师和合作教师能打开监考页。',
  toClasses: '我的班级',
  back: '返回作业页',
  notOpen: '考试没有在进行：还没有发布，或已关闭。',
  paused: '考试已暂停：所有考生的时间停住，新进入的考生也一样。',
  onlyView: '您的权限是“查看”，不能暂停、延长或更正。',
  states: {
    notStarted: '未开始',
    writing: '作答中',
    paused: '已暂停',
    away: '失去联系',
    handedIn: '已交卷',
  } satisfies Record<ExamStudentState, string>,
  counts: (students: readonly ExamStudent[]): string =>
    (Object.keys(examText.states) as ExamStudentState[])
      .map((state) => `${examText.states[state]} ${students.filter((student) => student.state === state).length}`)
      .join(' · '),
  columns: { name: '考生', state: '状态', done: '已答', end: '剩余或交卷', seen: '最近一次联系' },
  doneOf: (done: number, questions: number): string => `${done} / ${questions}`,
  end: ({ deadlineAt, leftMs, finishedAt }: ExamStudent, now: number): string => {
    if (finishedAt !== undefined) return `${clock.format(finishedAt)} 交卷`;
    if (leftMs !== undefined) return `停在 ${minutes(leftMs)}`;
    return deadlineAt === undefined ? '' : minutes(Math.max(0, deadlineAt - now));
  },
  seen: (at: number): string => clock.format(at),
  unread: (count: number): string => `${count} 条更正未确认`,
  noStudents: '班里还没有学生',
  noStudentsHint: '学生加入班级后会列在这里。',
  actions: '对全体考生的操作',
  pauseAll: '全体暂停',
  resumeAll: '全体恢复',
  extendAll: '全体延长',
  correct: '考场更正',
  pause: '暂停',
  resume: '恢复',
  extend: '延长',
  actionOf: (action: string, name: string): string => `${action}：${name}`,
  pauseAllTitle: '暂停全体考生？',
  pauseAllLead: '所有人的时间马上停住，题目收起；恢复后每人剩余的时间不变。已写的答案照常保存。',
  pauseOneTitle: (name: string): string => `暂停${name}？`,
  pauseOneLead: '这名考生的时间马上停住，题目收起；恢复后剩余的时间不变。',
  extendTitle: (name: string | undefined): string => (name === undefined ? '为所有在答的考生延长时间' : `为${name}延长时间`),
  minutes: '分钟',
  minutesNeeded: `请填写分钟数，1 到 ${LIMITS.examExtraMinutesMax}`,
  reason: '原因（记在考场记录里，可不填）',
  correctTitle: '发布考场更正',
  correctLead: '题目本身不变；所有考生的屏幕上出现这段文字，每人要点“我知道了”。发布后不能撤回。',
  correctBody: '更正内容',
  correctNeeded: '请写明更正的内容',
  publish: '发布更正',
  cancel: '取消',
  incidents: '考场记录',
  noIncidents: '还没有记录',
  noIncidentsHint: '暂停、恢复、延长和更正都会记在这里。',
  incidentColumns: { at: '时间', what: '事项', body: '内容或原因', by: '操作人' },
  incident: ({ kind, student, minutes: added, acknowledged }: ExamIncident): string => {
    const who = student ?? '全体考生';
    switch (kind) {
      case 'pause':
        return `暂停：${who}`;
      case 'resume':
        return `恢复：${who}`;
      case 'extend':
        return `延长 ${added ?? 0} 分钟：${who}`;
      case 'correct':
        return `更正（${acknowledged ?? 0} 人已确认）`;
    }
  },

  // The page of a student.
  pausedTitle: '考试已暂停',
  pausedLead: (leftMs: number | undefined): string =>
    leftMs === undefined
      ? '监考老师恢复后继续作答。已写的答案都在。'
      : `监考老师恢复后继续作答，您还剩 ${minutes(leftMs)}。已写的答案都在。`,
  corrections: '考场更正',
  correctionAt: (at: number): string => `${clock.format(at)} 更正`,
  understood: '我知道了',
  understoodOf: (body: string): string => `我知道了：${body}`,
  acknowledged: '已确认',
} as const;
