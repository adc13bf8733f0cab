/** What each number of the statistics means. The page, the workbook and the manual show these sentences, so that they cannot differ. */
import { statisticsLimits as limits } from './limits.ts';

interface StatisticsDefinition {
  readonly name: string;
  readonly meaning: string;
}

export const STATISTICS_DEFINITIONS = {
  readers: { name: '读者', meaning: `在这段时间里有效阅读至少 ${limits.readerSecondsMin} 秒的人。一个人无论读几次、用几台设备，只算一次` },
  newReaders: { name: '新读者', meaning: '第一次读这本书是在这段时间里的读者' },
  weekActive: { name: '近一周读者', meaning: '最近一个完整的周（周一到周日）里的读者' },
  monthActive: { name: '近四周读者', meaning: '最近四个完整的周里的读者' },
  hours: { name: '阅读小时', meaning: '有效阅读的总时间：页面可见，并且一分钟内有操作、翻页、朗读或播放；四舍五入到小时' },
  medianMinutes: { name: '人均分钟（中位数）', meaning: '一半的读者读得比这久，一半的读者读得比这短' },
  donePercent: {
    name: '完成率',
    meaning: '读完的章占全部章的比例，按读者平均。读完一章：看过其中至少 95% 的段落，并且用了预计时间的 30% 以上',
  },
  annotations: { name: '划线与笔记', meaning: '读者在这段时间里做的划线和笔记，按 5 取整；少于 5 个人做过时不显示' },
  practice: { name: '练习正确率', meaning: '书中练习最后一次作答的平均得分；部分正确算一半' },
  rating: { name: '评分', meaning: '公开显示的评分的平均值，满分 5 分' },
  orders: { name: '订单', meaning: '在这段时间里付款、含有这本书的订单' },
  codes: { name: '激活码', meaning: '在这段时间里第一次绑定的随书激活码和销售激活码' },
  revenue: {
    name: '销售收入',
    meaning: '订单中这本书分摊到的实付金额（整套购买按各书的份额计），加上登记的激活码批次收款和机构许可分给这本书的收款；与版税结算单同源',
  },
  refunds: { name: '退款', meaning: '在这段时间里退回的、这本书的金额，无论何时付款' },
  royaltyDue: { name: '应付版税', meaning: '这本书已出具、尚未付款的版税结算单中您的金额，不限时间范围；逐行明细见“我的版税”' },
  days: { name: '每天的读者', meaning: '当天读过这本书的人。少于 5 人的日子不显示；每周更新一次' },
  heat: { name: '各章各周的读者', meaning: `一周里在这一章有效阅读至少 ${limits.chapterReaderSecondsMin} 秒的人` },
  reached: { name: '读到这一章', meaning: '本书读者中读过这一章的比例；逐章下降的地方就是读者离开的地方' },
  done: { name: '读完这一章', meaning: '读过这一章的人中读完它的比例' },
  reread: { name: '重读', meaning: '读过这一章的人中，在两天或更多天里读过它的比例' },
  highlighted: { name: '划线最多', meaning: '最多人划线或写笔记的段落；少于 5 人的不列' },
  questions: {
    name: '最难的练习',
    meaning: `难度是平均得分，区分度是这道题与其余题的相关系数（接近 1 最好，低于 0.2 的题值得检查）；至少 ${limits.questionUsersMin} 人答过才列出`,
  },
  errata: { name: '勘误', meaning: '读者报告的错误，以及处理到哪一步' },
  blockHeat: {
    name: '段落热度',
    meaning: `读者在一段停留的总秒数的中位数，按段、按版本，最近约半年；停留不到 ${limits.blockSecondsMin} 秒的不算读过，少于 ${limits.usersShownMin} 人读过的段不显示`,
  },
  comparison: {
    name: '版本对照',
    meaning: '同一段时间里两版各自的读者、人均分钟、完成率和练习正确率，以及网址相同的章；练习按作答时的版本算',
  },
  institutions: { name: '机构', meaning: '读者所属的学校或机构，一个人只算在一个机构里' },
  privacy: {
    name: '隐私',
    meaning: `少于 ${limits.usersShownMin} 人的数不显示，人数向下取整到 ${limits.usersShownMin} 的倍数；能由别的数推算出来的数也不显示。数字每周公布一次，没有读者名单。关闭阅读时长记录的读者不计入`,
  },
} as const satisfies Record<string, StatisticsDefinition>;
