/** Texts of the review cards on 我的笔记. */

const DAYS_OF_MONTH = 30.4;
const DAYS_OF_YEAR = 365;
const rounded = (value: number): string => String(Math.round(value * 10) / 10);

/** Returns when a card is due again. `scheduledDays`: 0 if it is due again within minutes. */
const comesAgain = ({ dueAt, scheduledDays }: { dueAt: number; scheduledDays: number }, nowMs: number): string => {
  if (scheduledDays === 0) {
    const minutes = Math.max(1, Math.round((dueAt - nowMs) / 60_000));
    return minutes < 60 ? `${minutes} 分钟后` : `${Math.round(minutes / 60)} 小时后`;
  }
  if (scheduledDays === 1) return '明天';
  if (scheduledDays < DAYS_OF_MONTH) return `${scheduledDays} 天后`;
  return scheduledDays < DAYS_OF_YEAR
    ? `${rounded(scheduledDays / DAYS_OF_MONTH)} 个月后`
    : `${rounded(scheduledDays / DAYS_OF_YEAR)} 年后`;
};

const ratings = { again: '忘了', hard: '吃力', good: '记得', easy: '容易' } as const;

export const reviewText = {
  title: '复习卡片',
  start: '复习卡片',
  todayTitle: '今日复习',
  unit: '张卡片',
  todayLead: '从您的划线和笔记里抽出，到期的先复习。',
  todayNone: '今天没有要复习的卡片。',
  todayStart: '开始复习',
  todayNotes: '看我的笔记',
  startDue: (count: number) => `复习卡片，${count} 张待复习`,
  reviewChosen: '复习',
  loading: '正在准备卡片',
  leave: '返回笔记',
  progress: '复习进度',
  due: '待复习',
  fresh: '新卡片',
  done: '今天已完成',
  perDay: (count: number) => `每天最多 ${count} 张新卡片`,

  question: '问题',
  answer: '答案',
  hidden: '（隐去的文字）',
  askNote: '您在这里写了什么？',
  askHidden: '隐去的是哪几个字？',
  positionOf: (title: string, chapter: string, change: string) =>
    (chapter === '' ? title : `${title} › ${chapter}`) + (change === '' ? '' : ` · ${change}`),
  show: '显示答案',
  rate: '记得怎么样',
  ratings,
  comesAgain,
  goTo: '跳转到原文',
  takeOut: '移出卡片',
  undo: '撤销上一步',
  keys: '空格显示答案，1 至 4 评分，Z 撤销，Esc 返回',

  answerShown: '答案已显示，请评分',
  rated: (rating: keyof typeof ratings, schedule: { dueAt: number; scheduledDays: number }, nowMs: number) =>
    `${ratings[rating]}，${comesAgain(schedule, nowMs)}再来`,
  takenOut: '已移出复习卡片，可以撤销',
  undone: '已撤销，请重新评分',
  saveFailed: '没有保存成功，请再评一次',

  finished: '这一轮复习完了',
  finishedLead: (cards: number, ratings: number) => `复习了 ${cards} 张卡片，评分 ${ratings} 次`,
  noneDue: '现在没有到期的卡片',
  nextOn: (day: string, count: number) => `下一次：${day}，${count} 张到期`,
  today: '今天晚些时候',
  tomorrow: '明天',
  laterFresh: (count: number, perDay: number) => `还有 ${count} 张新卡片没有开始，每天最多 ${perDay} 张`,
  goThroughAll: '全部过一遍',
  goThroughAllHint: '提前复习也会记入安排，下次出现的时间随之改变。',
  noCards: '这里没有可以复习的卡片',
  noCardsHint: '划线和笔记会成为卡片，书签不会。换一个筛选条件，或到书里划几处重点。',
  allOut: '这里的卡片都已移出',
  outList: (count: number) => `已移出的卡片（${count}）`,
  putBack: '放回',
  putBackCard: (text: string) => `放回：${text}`,
} as const;
