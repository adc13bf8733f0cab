/** What each number of the use of licenses means. The page and the manual show these sentences, so that they cannot differ. */
import { statisticsLimits as limits } from './limits.ts';

export const LICENSE_USE_DEFINITIONS = {
  readers: { name: '读者', meaning: '在这个月里登录后经本机构打开过授权图书的人；一个人无论打开几本、几次，只算一次' },
  hours: { name: '阅读小时', meaning: '这些读者这个月在这些书里的有效阅读时间，四舍五入到小时；关闭了阅读时长记录的读者不计' },
  titleRequests: {
    name: '打开图书',
    meaning: '即 COUNTER 的 Unique_Title_Requests：一位读者在一个整点小时里打开一本书，无论几次，计一次',
  },
  itemRequests: {
    name: '阅读章节',
    meaning: `即 COUNTER 的 Total_Item_Requests：打开图书时所在的章，加上之后有效阅读 ${limits.chapterReaderSecondsMin} 秒以上的其他章；一位读者在一个整点小时里同一章计一次，重新打开图书再计，30 秒以内的重复打开不计`,
  },
  seats: { name: '名额', meaning: '授权规定的读者人数，和现在占用名额的人数；30 天没有阅读的名额会让出来' },
  concurrent: { name: '同时阅读', meaning: '授权规定的同时阅读人数，和此刻正在阅读的人数' },
  months: { name: '月份', meaning: '按北京时间的整月统计，一个月结束后公布，之后不再变' },
  licenses: { name: '各份授权', meaning: '只算授权期限以内、授权范围里的图书；一本书属于几份授权时，各份都计' },
  privacy: {
    name: '隐私',
    meaning: `少于 ${limits.usersShownMin} 人的数不显示，人数向下取整到 ${limits.usersShownMin} 的倍数；能由别的数推算出来的数也不显示。没有读者名单`,
  },
} as const satisfies Record<string, { readonly name: string; readonly meaning: string }>;
