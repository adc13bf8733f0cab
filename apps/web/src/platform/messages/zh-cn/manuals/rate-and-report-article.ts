/** The article of the students' manual about ratings and reports of errors. */
import type { ManualArticle } from './manual.ts';

export const rateAndReportArticle: ManualArticle = {
  id: 'rate-and-report',
  title: '评价一本书，报告书里的错误',
  lead: '读过的书可以评分、写评语；发现有误的地方，选中就能报告给编辑。',
  steps: [
    '在图书页点“评价”，选星级，评语可写可不写，点“提交评价”。一人一条，随时可以修改或删除。',
    '看书时选中有误的文字，点“报错”，写明应改成什么；在图书页的“勘误”里也可以报告。',
    '编辑核实以后会通知您。改正后，“勘误”里注明在哪一版改正，“更新记录”里写明每一版改了什么。',
  ],
  notes: ['拥有全文阅读权限、并且打开读过的人才能评价。', '发现不妥的评价，点它旁边的“举报”。'],
  picture: { name: 'toolbar', alt: '选中文字后的划线工具：三种样式、五种颜色，下面是复制、写笔记、朗读、搜索、复制引用、报错' },
  goTo: { to: '/bookshelf', label: '书房' },
};
