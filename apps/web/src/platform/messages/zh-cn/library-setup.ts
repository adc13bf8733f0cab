/** Setup instructions for operators, shown on the home page of a library without books. */
export const librarySetupText = {
  setupLead: '按下面几步把书架布置起来：',
  setupSteps: [
    { to: '/admin/import', title: '导入第一批图书', hint: 'EPUB 教材，可以一次选多个文件，导入时看得到进度和报告。' },
    { to: '/admin/books', title: '补全书目、定价并上架', hint: '书名、作者、学科、封面和试读范围；上架后读者才看得到。' },
    { to: '/helper/contact#contact', title: '核对运营者信息与许可证号', hint: '在服务器配置里填写，会显示在首页页脚和“联系我们”。' },
    { to: '/helper/contact#status', title: '查看各项服务是否就绪', hint: '短信、微信登录、存储等的当前状态。' },
  ],
  setupByCommand: '也可以在服务器上用命令导入：',
  importCommand: 'npm run shufang -- import 教材.epub --publish --access free',
} as const;
