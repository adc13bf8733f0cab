/** Texts of the chapter plans of classes, and of the progress of members. */
import type { ChapterPlan, ChapterProgress, PlannedChapter } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const day = chineseDates({ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const MINUTE_SECONDS = 60;

const minutesOf = (seconds: number): string => {
  if (seconds === 0) return '0 分钟';
  return seconds < MINUTE_SECONDS ? '不到 1 分钟' : `${Math.round(seconds / MINUTE_SECONDS)} 分钟`;
};

export const classPlanText = {
  title: '章节计划与进度',
  lead: '读到一章文字的 95%、时间不少于预计的 30%，算读完。分钟数和老师看到的是同一个数。',
  leadForTeachers: '读到一章文字的 95%、时间不少于预计的 30%，算读完。学生看到的分钟数和这里是同一个数。',
  what: '章节计划',
  chapter: '章节',
  plan: '安排',
  progress: '我的进度',
  classProgress: '全班读完',
  required: '必读',
  optional: '选读',
  hidden: '开放前不显示',
  none: '—',
  timesOf: ({ opensAt, dueAt }: ChapterPlan): string =>
    [opensAt === undefined ? '' : `${day.format(opensAt)} 开始`, dueAt === undefined ? '' : `${day.format(dueAt)} 截止`]
      .filter((part) => part !== '')
      .join('，'),
  doneOf: (done: number, members: number) => `${done} / ${members} 人`,
  expected: (minutes: number) => `预计 ${minutes} 分钟`,
  isDone: '已读完',
  share: ({ share }: ChapterProgress) => `读了 ${Math.round(share * 100)}%`,
  minutes: (seconds: number | undefined) => (seconds === undefined ? '未记录时长' : minutesOf(seconds)),
  empty: '这本教材没有可以安排的章节',
  emptyHint: '教材的目录里没有章节，或教材已撤下。',

  // The dialog of a teacher.
  edit: '安排',
  editOf: (title: string) => `安排：${title}`,
  dialogTitle: (title: string) => `安排“${title}”`,
  requiredField: '必读',
  opensAt: '开始时间（选填）',
  dueAt: '截止时间（选填）',
  dueTooEarly: '截止时间应晚于开始时间',
  hiddenField: '开始之前不显示这一条安排',
  hiddenHint: '只对学生隐藏安排，书的正文不受影响。',
  save: '保存',
  cancel: '取消',
  remove: '取消安排',

  // Progress of members, for teachers.
  members: '学习进度',
  membersLead: '学生在班级页看到自己的同一组数字；关闭了时长记录的学生写“未记录时长”。',
  name: '姓名',
  studentNo: '学号',
  group: '分组',
  requiredDone: '必读',
  time: '阅读时长',
  details: '各章',
  detailsOf: (name: string) => `${name}的各章进度`,
  noMembers: '还没有学生加入',
  requiredOf: (done: number, required: number) => `${done} / ${required} 章`,

  // On the home page, the bookshelf and in the table of contents.
  mine: '班级任务',
  due: (at: number) => `${day.format(at)} 截止`,
  overdue: (at: number) => `${day.format(at)} 已截止`,
  opens: (at: number) => `${day.format(at)} 开始`,
  shelfDue: (at: number) => `班级任务 ${day.format(at)} 截止`,
  mineLine: ({ bookTitle, className }: PlannedChapter) => `《${bookTitle}》 · ${className}`,
} as const;
