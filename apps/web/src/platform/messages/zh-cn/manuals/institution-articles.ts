/** Articles of the manual for administrators of institutions, and for operators of publishers. */
import { DASHBOARD_DEFINITIONS, LICENSE_USE_DEFINITIONS } from '@shufang/contract';
import type { Manual } from './manual.ts';

export const institutionArticles: Manual['articles'] = [
  {
    id: 'institution-use',
    title: '学校管理员看授权的使用',
    lead: '学校或图书馆的管理员在“工作台 / 授权使用”看本机构买下的图书有多少人读、读了多久。下面是每个数的含义。',
    steps: [
      '“各份授权”列出每份授权的期限、名额和现在占用的人数；有几份授权时，可以在“按月的使用”里只看其中一份。',
      '每幅图下面的“查看数据表”列出图里的数。',
      '“COUNTER 报告”是图书馆常用的格式（5.1 版，TR_B1），选好时间后下载 CSV 或 JSON。',
    ],
    terms: Object.values(LICENSE_USE_DEFINITIONS).map(({ name, meaning }) => [name, `${meaning}。`] as const),
    notes: [
      '没有登录、只凭校园网阅读的人不计入。',
      'COUNTER 报告里，一个月的读者不足 5 人的图书合并成一行；合并后仍不足 5 人的不列出，报告头的“例外”会写明。',
    ],
    goTo: { to: '/org', label: '授权使用' },
  },
  {
    id: 'institution-members',
    title: '学校管理员维护成员名单',
    lead: '以“机构名单”授权的图书，名单里的手机号或学号可以阅读。在“工作台 / 成员名单”里维护。',
    steps: [
      '准备 Excel（.xlsx）或 CSV 文件，第一行写：手机号、学号、姓名、身份、有效期至；点“导入名单”。',
      '先看预览：新增、更新、移出各几人，是哪些人、在第几行；核对以后点“确认导入”才保存。',
      '有一行不对，整份都不导入，页面列出要改的行；改好再导入一次。',
      '勾选“移出名单上没有的人”，名单就和文件完全一致；也可以检索某个人，单独移出。',
    ],
    notes: ['每次导入和移出都记入操作日志。手机号只显示前三位和后四位。'],
    goTo: { to: '/org/members', label: '成员名单' },
  },
  {
    id: 'dashboard',
    title: '编辑、财务看经营数据',
    lead: '出版社的编辑、财务和平台的管理员在“工作台 / 经营数据”看销售、读者、试读转化等。下面是每个数的含义。',
    steps: [
      '用上方的“时间”选最近一周、本学期或全部时间；网址随选择变化，可以发给同事。',
      '每一组右边的链接打开对应的列表：订单、激活码、图书、导入；“各本图书”里点书名打开这本书。',
      '每幅图下面的“查看数据表”列出图里的数。',
    ],
    terms: Object.values(DASHBOARD_DEFINITIONS).map(({ name, meaning }) => [name, `${meaning}。`] as const),
    notes: [
      '只看到自己权限里的部分：编辑看读者、图书、导入，财务看销售；有出版社范围的人只看到本社的图书。',
      '没有结果的搜索关系到整个平台，只有不限出版社的编辑和管理员看得到。',
    ],
    goTo: { to: '/admin/dashboard', label: '经营数据' },
  },
];
