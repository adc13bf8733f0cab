/** Texts of the dashboard of the admin area. What a number means is in the contract (`DASHBOARD_DEFINITIONS`). */
import { type DashboardPart, HIDDEN_NUMBER, DASHBOARD_DEFINITIONS as meanings, PERIOD_NAMES } from '@shufang/contract';

const grouped = new Intl.NumberFormat('zh-CN');
const money = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const longDay = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' });
const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const dashboardText = {
  lead: '您负责的图书卖了多少、多少人读、试读后有多少人买；点每一组右边的链接看明细。',
  what: '经营数据',
  period: '时间',
  periods: PERIOD_NAMES,
  span: (from: string, to: string) => `${longDay.format(dateOf(from))}至 ${longDay.format(dateOf(to))}，每周一公布上一周`,
  simulated: '模拟数据',
  simulatedHint: '其中有演示用的模拟阅读和模拟订单，不是真实的读者和收入。',
  charts: '按周',
  noWeeks: '这段时间没有可以画的数字',
  links: {
    sales: { to: '/admin/orders', label: '查看订单' },
    reading: { to: '#books', label: '按图书看' },
    trials: { to: '/admin/books', label: '查看图书' },
    codes: { to: '/admin/codes', label: '查看激活码' },
    books: { to: '/admin/books', label: '查看图书' },
    imports: { to: '/admin/import', label: '查看导入' },
  } satisfies Record<DashboardPart, { readonly to: string; readonly label: string }>,
  topBooks: '各本图书',
  topBooksNote: '读者最多的图书，以及收入最多的图书；读者、小时和完成率就是作者在统计页看到的数。',
  topNone: '还没有图书有可以公布的数字',
  columns: {
    title: '书名',
    readers: meanings.readers.name,
    hours: meanings.hours.name,
    done: meanings.donePercent.name,
    orders: meanings.orders.name,
    revenue: meanings.revenue.name,
  },
  hidden: HIDDEN_NUMBER,
  count: (value: number) => grouped.format(value),
  percent: (value: number) => `${value}%`,
  yuan: (fen: number) => `¥${money.format(fen / 100)}`,
  searches: meanings.searches.name,
  searchesNone: '没有搜过 5 次以上还找不到的词',
  searchesMore: '读者报告没有找到的词',
  word: '词',
  times: '次数',
  definitions: '这些数字的含义',
} as const;
