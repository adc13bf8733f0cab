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
  recording: '阅读时长',
  recordingHint: '按天、按章记下您读了几分钟，显示在阅读日历和书的目录里；离线读的，联网后补上。',
  recordingOn: '已开启',
  recordingOff: '已关闭',
  recordingFailed: '没有加载出来',
  switchOn: '开启',
  switchOff: '关闭',
  switchOffTitle: '关闭阅读时长的记录？',
  switchOffConfirm: '关闭并删除',
  switchOffLead:
    '以后不再记录，已有的记录立即删除，不能恢复：阅读日历、本周阅读、各章的分钟数都会清空，阅读目标不再计算。阅读进度和笔记不受影响。',
  cancel: '取消',
  failed: '阅读时长没有加载出来。',
  retry: '重试',
} as const;
