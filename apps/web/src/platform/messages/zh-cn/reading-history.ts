/** Texts of the reading calendar, its charts and the reading goal. */
const monthDay = (day: string): string => `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日`;

export const readingHistoryText = {
  title: '阅读日历',
  year: '年份',
  yearOf: (year: number) => `${year} 年`,
  calendar: (year: number) => `${year} 年每天的阅读`,
  calendarNote: (days: number, hours: string) =>
    `读了 ${days} 天，共 ${hours}。只算页面可见、一分钟内有操作的时间，所有设备合计。只有您自己看得到。`,
  hours: (minutes: number) => (minutes < 60 ? `${minutes} 分钟` : `${Math.floor(minutes / 60)} 小时 ${minutes % 60} 分钟`),
  weekdays: ['一', '二', '三', '四', '五', '六', '日'],
  monthOf: (month: number) => `${month}月`,
  dayOf: (day: string, minutes: number) => `${monthDay(day)}：${minutes === 0 ? '没有阅读' : `${minutes} 分钟`}`,
  week: '周（从周一起）',
  weekOf: monthDay,
  total: '合计（分钟）',
  noMinutes: '—',
  legend: '每天',
  shades: ['没有', '不到 10 分钟', '10 分钟起', '30 分钟起', '1 小时起', '2 小时起'],
  weeks: '每周读了多少分钟',
  weeksNote: '一周从周一到周日；年初和年末的周只算这一年里的日子。',
  minutes: '分钟',
  books: '读得最久的书（分钟）',
  booksNote: '这一年里读得最久的书，最多 10 本；不到一分钟的不列。',
  book: '书',
  absent: '—',
  nothing: (year: number) => `${year} 年还没有阅读记录`,
  nothingHint: '打开一本书读起来，读过的日子会出现在这里。离线读的，联网后补上。',
  off: '阅读时长的记录已关闭',
  offHint: '没有记录，日历是空的。要看到日历和目标，请在本页“隐私与数据”里打开“阅读时长”。',
  failed: '阅读日历没有加载出来',
  goalTitle: '阅读目标',
  goal: '目标',
  goals: { none: '不设目标', minutes: '每天读几分钟', days: '每周读几天' },
  amount: { minutes: '每天', days: '每周' },
  amountOf: { minutes: (amount: number) => `${amount} 分钟`, days: (amount: number) => `${amount} 天` },
  progress: {
    minutes: (done: number, amount: number) =>
      done >= amount ? `今天读了 ${done} 分钟，到了目标` : `今天读了 ${done} 分钟，目标 ${amount} 分钟`,
    days: (done: number, amount: number) => (done >= amount ? `这周读了 ${done} 天，到了目标` : `这周读了 ${done} 天，目标 ${amount} 天`),
  },
  dayHint: '读满 1 分钟的日子算一天。没读到也没关系，目标随时可以改。',
  notices: '用站内消息提醒我，并发上周小结',
  noticesHint:
    '提醒每天最多一条，只在当天没到目标的晚上（19 点到 22 点）发；一周没读书就不再提醒。小结在每周一发：分钟、章、书和笔记。取消勾选，两样都不发。',
  goalFailed: '阅读目标没有加载出来',
} as const;
