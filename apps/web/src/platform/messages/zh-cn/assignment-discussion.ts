/** Texts of discussion assignments: the form, the topic with its posts, the progress, and what teachers see. */
import type { DiscussionProgress, DiscussionTask } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const time = chineseDates({ month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit', hour12: false });

const asked = ({ postsMin, repliesMin }: DiscussionTask): string =>
  repliesMin === 0 ? `至少发言 ${postsMin} 条` : `至少发言 ${postsMin} 条，回复别人 ${repliesMin} 条`;

const done = ({ posts, replies }: DiscussionProgress): string => `发言 ${posts} 条，回复 ${replies} 条`;

export const topicText = {
  describe: asked,

  // The form of the teacher.
  postsMin: '至少发言几条',
  repliesMin: '至少回复几条',
  repliesHint: '回复别人的发言；填 0：不要求回复。',
  numberWrong: (least: number, most: number) => `请填写 ${least} 到 ${most} 的整数`,

  // The progress of the student.
  progressTitle: '完成情况',
  progressOf: done,
  asked: (task: DiscussionTask) => `要求${asked(task)}。`,
  lead: '写下就算数，不用另外交。第一次达到要求的时间算完成时间，以后再写的不算迟交；老师隐藏的不计入。',
  met: '已达到要求',
  notMet: '还没有达到要求',
  score: (text: string) => `得分 ${text}`,
  seeComment: '看评语',

  // The topic.
  title: '讨论',
  what: '讨论',
  empty: '还没有人发言',
  emptyHint: '写下您的看法，同学和老师都看得到。',
  write: '发言',
  body: '您的看法',
  publish: '发布',
  reply: '回复',
  replyTo: (author: string) => `回复${author}`,
  bodyNeeded: '请填写内容',
  postOf: (author: string) => `${author}的发言`,
  removeLead: '不能恢复。已经计入的，会随之减少。',
  hideLead: '同学不再看到它，也不计入作业；作者会收到消息并看到原因。可以恢复。',
  refusals: { notOpen: '讨论还没有开始，可以先看别人写的。', closed: '讨论已经截止，不能再发言和回复。' } as const,

  // What teachers see.
  column: '发言与回复',
  studentOf: (progress: DiscussionProgress | undefined): string => (progress === undefined ? '还没有发言' : done(progress)),
  lastPost: '完成时间',
  work: '发言与回复',
  workOf: (count: number) => `共 ${count} 条`,
  noWork: '没有计入的发言',
  ownPost: '发言',
  repliedTo: (body: string) => `回复：${body}`,
  at: (ms: number) => time.format(ms),
} as const;
