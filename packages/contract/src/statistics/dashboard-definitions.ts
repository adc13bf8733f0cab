/** What each number of the dashboard means, in the words of the statistics of a book where it is the same number. */
import { statisticsLimits as limits } from './limits.ts';
import { STATISTICS_DEFINITIONS as book } from './statistics-definitions.ts';

export const DASHBOARD_DEFINITIONS = {
  orders: { name: book.orders.name, meaning: '在这段时间里付款的订单；一个订单无论买几本，只算一次' },
  revenue: {
    name: book.revenue.name,
    meaning: '各书销售收入之和：订单中分摊到书的实付金额，加上登记的激活码批次收款和机构许可分给书的收款；与作者统计、版税结算单同源',
  },
  refunds: { name: book.refunds.name, meaning: '在这段时间里退回的金额，无论何时付款' },
  readers: { name: book.readers.name, meaning: `${book.readers.meaning}；读几本书也只算一次` },
  newReaders: { name: book.newReaders.name, meaning: '第一次读这里的书是在这段时间里的读者' },
  hours: book.hours,
  donePercent: book.donePercent,
  published: { name: '在架图书', meaning: '现在读者能找到的图书' },
  added: { name: '新上架', meaning: '在这段时间里第一次上架的图书' },
  draft: { name: '未上架', meaning: '已经导入、还没有上架的图书' },
  offShelf: { name: '已下架', meaning: '上架以后又下架的图书，已有权限的读者仍可阅读' },
  codes: book.codes,
  trials: { name: '试读', meaning: '在这段时间里第一次试读一本收费书的人；从有这项统计时起记录' },
  obtained: {
    name: '试读转化',
    meaning: '这些试读里，试读以后到现在为止由本人买下、或用激活码开通了那本书的比例；经机构或班级阅读的不算',
  },
  importsDone: { name: '导入成功', meaning: '在这段时间里开始、已经完成的导入' },
  importsFailed: { name: '导入失败', meaning: '在这段时间里开始、没有通过检查或中途出错的导入' },
  importsRunning: { name: '正在导入', meaning: '此刻排队或进行中的导入' },
  searches: {
    name: '没有结果的搜索',
    meaning: `在这段时间里什么也没有找到的词，至少 ${limits.searchMissesMin} 次才列出；同一个人一小时里的同一个词只算一次，不记录是谁搜的，像电话、证件号、邮箱的词不记录`,
  },
  storage: { name: '存储', meaning: '图书和读者文件占用的空间，相同的内容只算一次；数据库的大小；服务器磁盘的剩余空间' },
  weeks: { name: '每周', meaning: '按周一到周日统计，每周一公布上一周' },
  privacy: book.privacy,
} as const satisfies Record<string, { readonly name: string; readonly meaning: string }>;
