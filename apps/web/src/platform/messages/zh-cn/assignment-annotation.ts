/** Texts of annotation assignments: the form, the student's page and the reader, and what teachers see. */
import type { AnnotationTask } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const time = chineseDates({ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

/** Returns what an annotation needs to count. */
const ruleOf = ({ noteCharsMin }: Pick<AnnotationTask, 'noteCharsMin'>): string =>
  noteCharsMin === 0 ? '划线或笔记都算' : `每条要写至少 ${noteCharsMin} 字的笔记（不计空格）`;

export const annotationTaskText = {
  ruleOf,
  describe: (task: AnnotationTask): string => `批注 ${task.chapters.length} 章，至少 ${task.annotationsMin} 条；${ruleOf(task)}`,

  // The form of the teacher.
  chapters: '要批注的章',
  chaptersHint: '只看学生在这几章里的划线和笔记。发布以前写的也算。',
  chaptersNeeded: '请至少选一章',
  annotationsMin: '至少几条',
  noteCharsMin: '每条笔记至少几字',
  noteCharsHint: '填 0：只划线、不写笔记也算一条。',
  numberWrong: (least: number, most: number) => `请填写 ${least} 到 ${most} 的整数`,

  // The page of the student.
  title: '我的批注',
  lead: (rule: string) => `在书里划线、写笔记，${rule}。写好后回到这里交。`,
  privacy: '老师只会看到您交的这几条：原文、笔记、所在的章和时间。没有勾选的、别的章里的，以及以后再写的，老师都看不到。',
  chosenOf: (chosen: number, needed: number) => `已选 ${chosen} 条，要求至少 ${needed} 条`,
  missing: (count: number) => `还差 ${count} 条`,
  enough: '够了',
  open: (title: string) => `去批注“${title}”`,
  empty: '这几章里还没有您的批注',
  emptyHint: '在书里选中一段，划线或写笔记，就会出现在这里。',
  cut: (most: number) => `这几章里的批注超过 ${most} 条，只列出书里靠前的 ${most} 条。`,
  countedTitle: '可以交的',
  othersTitle: (count: number) => `还不算数的（${count} 条）`,
  tooShort: (chars: number, needed: number) => `笔记 ${chars} 字，还差 ${needed - chars} 字`,
  chooseShort: '交这一条',
  choose: (quote: string) => `交这一条：${quote}`,
  toText: '到原文',
  toTextOf: (quote: string) => `到原文：${quote}`,
  noNote: '（只划线）',
  at: (ms: number) => time.format(ms),
  handIn: '交作业',
  handInAgain: '再交一次',
  handInTitle: '交作业？',
  handInLead: (count: number) => `交 ${count} 条批注。交上去的是现在的副本，以后修改或删除批注都不会改变它。`,
  handInFew: (missing: number) => `比要求的还少 ${missing} 条。`,
  handInConfirm: '确认交作业',
  handInNone: '请至少勾选一条',
  handedIn: '已交作业，凭证在下面“我的作答”里。',

  // What was handed in.
  workTitle: '交上来的批注',
  workOf: (count: number) => `共 ${count} 条`,
  quote: '原文',
  note: '笔记',
  column: '批注',
  studentOf: (count: number | undefined, needed: number) => (count === undefined ? '未交' : `已交 ${count} / ${needed} 条`),

  // The reader.
  readerTitle: '批注作业',
  readerDue: (dueAt: number | null) => (dueAt === null ? '没有截止时间' : `${time.format(dueAt)} 截止`),
  readerCount: (counted: number, needed: number) => `${counted} / ${needed} 条`,
  readerShort: (count: number) => `另有 ${count} 条笔记字数不够`,
  readerChapters: (titles: readonly string[]) => `要批注：${titles.join('、')}`,
  readerHandIn: '去交作业',
  readerHandedIn: '已交过，还可以再交',
  counted: '计入作业',
  notCounted: '字数不够',
} as const;
