/** Texts of the reading time. */
const dayNames = ['一', '二', '三', '四', '五', '六', '日'] as const;

export const readingTimeText = {
  title: '本周阅读',
  minutes: '分钟',
  streak: (days: number) => `已连续阅读 ${days} 天`,
  noStreak: '今天读满 1 分钟，就开始计连续天数',
  dayNames,
  dayOf: (index: number, minutes: number, isAhead: boolean) =>
    isAhead ? `星期${dayNames[index]}：还没到` : `星期${dayNames[index]}：${minutes} 分钟`,
  failed: '阅读时长没有加载出来。',
  retry: '重试',
} as const;
