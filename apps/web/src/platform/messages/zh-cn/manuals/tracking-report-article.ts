/** The article of the teachers' manual about reports on the use of a book. */
import type { ManualArticle } from './manual.ts';

export const trackingReportArticle: ManualArticle = {
  id: 'tracking-report',
  title: '生成和核验使用跟踪报告',
  lead: '教材修订送审要附使用跟踪报告。作者在统计页点一下就有，数字和页面相同，以后任何时候都能取得同一份。',
  steps: [
    '打开“我的 / 我编写的图书 / 统计”，在“使用跟踪报告”里选时间，点“生成报告”。',
    '生成后下载 PDF、Word 或 Excel；Word 和 Excel 里的图可以接着编辑。',
    '收到报告的人打开“核验使用跟踪报告”，输入报告上印的签名，或者选收到的文件比对。',
  ],
  notes: [
    '同一本书、同一段时间、同一周只有一份报告：数字每周公布一次，公布以后不再变。',
    '不足 5 人的数在报告里同样不显示。',
    '服务器没有中文字体时不能生成 PDF，Word 和 Excel 不受影响；管理员装好字体以后，旧报告的 PDF 也能下载。',
  ],
  goTo: { to: '/report', label: '核验使用跟踪报告' },
};
