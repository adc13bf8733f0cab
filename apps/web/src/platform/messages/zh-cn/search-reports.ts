/** Texts of reports about unsuccessful searches, for readers and the admin area. */
import type { SearchReportState } from '@shufang/contract';

export const searchReportsText = {
  /** `found`: false if the search had no results. */
  open: (found: boolean) => (found ? '不是想要的结果？' : '告诉编辑想找什么'),
  lead: (q: string) => `编辑会看到“${q}”和下面的话，用来改进搜索、补充图书。`,
  note: '想找什么（选填）',
  notePlaceholder: '例如：作者、出版社、内容',
  send: '提交',
  sending: '正在提交',
  sent: '已收到，谢谢。编辑会看看问题出在哪里。',

  // Texts of the admin area.
  adminTitle: '没有找到的搜索',
  adminLead: '读者反馈没有找到想要内容的词，反馈人数多的在前。补充图书、改好书名或目录之后，标为处理完。',
  adminStates: { open: '待处理', done: '已处理' } satisfies Record<SearchReportState, string>,
  filters: '筛选反馈',
  nothing: '没有这类反馈',
  nothingHint: '读者在搜索结果的末尾反馈没有找到的词，会列在这里。',
  phrase: '搜索的词',
  reporters: '人数',
  reportersOf: (reporters: number) => `${reporters} 人`,
  result: '当时的结果',
  nothingFound: (reporters: number) => `${reporters} 人没有结果`,
  wrongFound: (reporters: number) => `${reporters} 人不是想要的`,
  notes: '想找的内容',
  noNotes: '没有写',
  lastAt: '最近反馈',
  doneAt: '处理时间',
  settle: '处理完',
  settleOf: (phrase: string) => `“${phrase}”处理完`,
  lookOf: (phrase: string) => `搜索“${phrase}”`,
} as const;
