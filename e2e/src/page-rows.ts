/** Table of all pages of the product: the path of each, and the texts by which its states are recognized. */

/** Ids and codes in URLs, known after the product has been filled. */
export interface TestIds {
  readonly bookId: string;
  readonly collectionId: string;
  readonly batchId: string;
  readonly orderNo: string;
  readonly shortCode: string;
  readonly classId: string;
  readonly assignmentId: string;
  /** A statement of the demo author. */
  readonly royaltyId: string;
}

export interface PageRow {
  /** Path pattern of the page as in the route table. */
  readonly route: string;
  /** Returns the path to open; if it is absent, the route itself is opened. */
  readonly at?: (testIds: TestIds) => string;
  /** Text by which the page with data is recognized. */
  readonly full: string;
  /** Text by which the page without data is recognized; absent where the page is the same with and without data. */
  readonly empty?: string;
  /** Path of the page without data, if it is another one. */
  readonly emptyAt?: string;
  /**
   * Whether the page is for signed-in users only. To an anonymous user it shows the sign-in dialog, and a description of its content behind
   * it.
   */
  readonly isPersonal?: boolean;
  /** Text that an anonymous user sees instead of the text `full`. */
  readonly anonymousText?: string;
  /** Whether the page works while the server is stopped, because it requests nothing or reads from the device. */
  readonly isStill?: boolean;
  /** Whether the page shows an error message while the server is stopped. */
  readonly needsServer?: boolean;
  /** When the server responds with 404 to the page: always, or if there is no data. */
  readonly isMissing?: 'always' | 'whenEmpty';
}

const BOOK = 'Python 编程起步';
const UNKNOWN_ID = '0'.repeat(26);
const UNKNOWN_NO = '0'.repeat(20);

export const pages: readonly PageRow[] = [
  { route: '/', full: BOOK, empty: '书库还没有图书' },
  { route: '/course/list', full: BOOK, empty: '书库还没有图书' },
  {
    route: '/course/search',
    at: () => `/course/search?q=${encodeURIComponent('循环')}`,
    full: BOOK,
    empty: '没有找到与“循环”相关的内容',
    needsServer: true,
  },
  { route: '/book/list', full: BOOK, empty: '书库还没有图书' },
  {
    route: '/book/collection/:id',
    at: ({ collectionId }) => `/book/collection/${collectionId}`,
    full: '开卷书单',
    empty: '没有找到这个专题或书单',
    isMissing: 'whenEmpty',
  },
  { route: '/course/info/:bookId', at: ({ bookId }) => `/course/info/${bookId}`, full: BOOK, empty: '本书已下架' },
  {
    route: '/course/changes/:bookId',
    at: ({ bookId }) => `/course/changes/${bookId}?since=1`,
    full: '您能读的章节没有改动',
    needsServer: true,
  },
  {
    route: '/course/learning/:bookId',
    at: ({ bookId }) => `/course/learning/${bookId}`,
    full: BOOK,
    empty: '这本书没有打开',
    needsServer: true,
  },
  { route: '/bookshelf', full: BOOK, empty: '书架还是空的' },
  { route: '/bookshelf/recent', full: BOOK, empty: '还没有读过的书', isStill: true },
  { route: '/bookshelf/owned', full: BOOK, empty: '还没有已拥有的书', isPersonal: true },
  { route: '/bookshelf/collection', full: BOOK, empty: '还没有收藏', anonymousText: '还没有收藏', isStill: true },
  { route: '/user', full: '登录与安全', isPersonal: true },
  { route: '/user/myOrders', full: '二十四节气画册', empty: '还没有订单', isPersonal: true },
  { route: '/user/myBooks', full: BOOK, empty: '还没有已拥有的书', isPersonal: true },
  { route: '/user/myNotes', full: '先写下来，再让机器去做。', empty: '还没有笔记', isPersonal: true, isStill: true },
  { route: '/user/myFiles', full: '书上的码.png', empty: '还没有上传文件', isPersonal: true },
  { route: '/user/myEditedBook', full: BOOK, empty: '已受邀参编？', isPersonal: true },
  {
    route: '/user/authorStatic/:bookId',
    at: ({ bookId }) => `/user/authorStatic/${bookId}`,
    full: BOOK,
    empty: '您不是这本书的作者',
    isPersonal: true,
  },
  // The reader is no author: `royalties.test.ts` shows statements.
  { route: '/user/royalties', full: '还没有结算单', isPersonal: true },
  {
    route: '/user/royalties/:id',
    at: () => `/user/royalties/${UNKNOWN_ID}`,
    full: '没有找到这份结算单',
    isPersonal: true,
  },
  { route: '/user/teacher', full: '审核中', empty: '提交下面的资料，编辑会人工审核。', isPersonal: true },
  { route: '/user/teacher/adoption', full: '教材征订只开放给认证教师', isPersonal: true, isStill: true },
  {
    route: '/user/teacher/adoption/:id',
    at: () => `/user/teacher/adoption/${UNKNOWN_ID}`,
    full: '教材征订只开放给认证教师',
    isPersonal: true,
    isStill: true,
  },
  { route: '/user/teacher/samples', full: '样书只提供给认证教师', isPersonal: true, isStill: true },
  { route: '/user/teacher/materials', full: '还没有教学资源', isPersonal: true },
  { route: '/class/join', full: '输入老师给的加课码', isStill: true },
  {
    route: '/class/:id',
    at: ({ classId }) => `/class/${classId}`,
    full: '程序设计 1 班',
    empty: '没有找到这个班级',
    emptyAt: `/class/${UNKNOWN_ID}`,
    isPersonal: true,
  },
  {
    route: '/class/:id/board',
    at: ({ classId }) => `/class/${classId}/board`,
    full: '只有任课教师能投屏显示加课码',
    empty: '没有找到这个班级',
    emptyAt: `/class/${UNKNOWN_ID}/board`,
    isPersonal: true,
  },
  // The caller is a student: the tests of classes show these pages to the teacher.
  {
    route: '/class/:id/attendance/:itemId/board',
    at: () => `/class/${UNKNOWN_ID}/attendance/${UNKNOWN_ID}/board`,
    full: '只有任课教师和课代表能投屏签到码',
    isPersonal: true,
  },
  {
    route: '/class/:id/attendance/:itemId',
    at: () => `/class/${UNKNOWN_ID}/attendance/${UNKNOWN_ID}`,
    full: '没有找到这次签到',
    isPersonal: true,
  },
  { route: '/class/:id/poll/:itemId', at: () => `/class/${UNKNOWN_ID}/poll/${UNKNOWN_ID}`, full: '没有找到这个投票', isPersonal: true },
  // The caller is no teacher: the tests of question banks show the pages to one.
  { route: '/bank/:id', at: () => `/bank/${UNKNOWN_ID}`, full: '没有找到这个题库', isPersonal: true },
  { route: '/bank/:id/import', at: () => `/bank/${UNKNOWN_ID}/import`, full: '没有找到这个题库', isPersonal: true },
  {
    route: '/bank/:id/question/:questionId',
    at: () => `/bank/${UNKNOWN_ID}/question/${UNKNOWN_ID}`,
    full: '没有找到这道题',
    isPersonal: true,
  },
  {
    route: '/assignment/:id',
    at: ({ assignmentId }) => `/assignment/${assignmentId}`,
    full: '第一单元测验',
    empty: '没有找到这份作业',
    emptyAt: `/assignment/${UNKNOWN_ID}`,
    isPersonal: true,
  },
  // The caller is no teacher: the tests of exams show the page to one.
  {
    route: '/assignment/:id/room',
    at: ({ assignmentId }) => `/assignment/${assignmentId}/room`,
    full: '没有找到这场考试',
    isPersonal: true,
  },
  {
    route: '/assignment/:id/answer',
    at: ({ assignmentId }) => `/assignment/${assignmentId}/answer`,
    full: '第 1 题',
    empty: '没有找到这份作业',
    emptyAt: `/assignment/${UNKNOWN_ID}/answer`,
    isPersonal: true,
    isStill: true,
  },
  // The caller is no teacher: the journey of papers shows the pages to one.
  { route: '/assignment/:id/paper', at: () => `/assignment/${UNKNOWN_ID}/paper`, full: '没有找到这份试卷', isPersonal: true },
  { route: '/assignment/:id/preview', at: () => `/assignment/${UNKNOWN_ID}/preview`, full: '没有找到这份试卷', isPersonal: true },
  { route: '/class/:id/accommodations', at: () => `/class/${UNKNOWN_ID}/accommodations`, full: '没有找到这个班级', isPersonal: true },
  { route: '/report', full: '核验使用跟踪报告', isStill: true },
  { route: '/receipt', full: '核验交卷凭证', isStill: true },
  { route: '/user/login', full: '您已登录', anonymousText: '教材评审专家请使用密码登录。', isStill: true },
  { route: '/lesson/connect/dispatch', full: '微信登录没有完成', isStill: true },
  { route: '/redeem', full: '用书码开通', isStill: true },
  {
    route: '/q/:code',
    at: ({ shortCode }) => `/q/${shortCode}`,
    full: BOOK,
    empty: '报告失效的二维码',
    emptyAt: '/q/QZZZZZZ',
    isMissing: 'whenEmpty',
  },
  { route: '/pay/:orderNo', at: ({ orderNo }) => `/pay/${orderNo}`, full: '二十四节气画册', empty: '没有找到这个订单', isPersonal: true },
  { route: '/helper/student-manual', full: '登录', isStill: true },
  { route: '/helper/teacher-manual', full: '教师', isStill: true },
  { route: '/helper/appUpdater', full: '1.3.0', empty: '没有发布电脑客户端' },
  { route: '/helper/terms', full: '隐私说明', isStill: true },
  { route: '/helper/accessibility', full: '怎样检查', isStill: true },
  { route: '/helper/contact', full: '第二章的插图打不开。', empty: '您还没有提过问题。', anonymousText: '服务状态' },
  { route: '/pc', full: '1.3.0', empty: '没有发布电脑客户端' },
  { route: '/mobile', full: '在手机上使用' },
  { route: '/404', at: () => '/no/such/place', full: '页面不存在', isStill: true, isMissing: 'always' },
];

/** Pages of the admin area, as the administrator sees them. A new product has no data for most of them. */
export const adminPages: readonly PageRow[] = [
  { route: '/admin', full: '退款', empty: '没有等待处理的工作' },
  { route: '/admin/books', full: BOOK, empty: '没有符合条件的图书', emptyAt: '/admin/books?q=%E6%97%A0' },
  {
    route: '/admin/books/:bookId',
    at: ({ bookId }) => `/admin/books/${bookId}`,
    full: BOOK,
    empty: '没有这本书',
    emptyAt: `/admin/books/${UNKNOWN_ID}`,
  },
  { route: '/admin/categories', full: '理学', empty: '还没有学科' },
  { route: '/admin/collections', full: '开卷书单', empty: '还没有专题或书单' },
  {
    route: '/admin/collections/:id',
    at: ({ collectionId }) => `/admin/collections/${collectionId}`,
    full: '推荐语',
    empty: '没有这个专题或书单，可能已删除',
    emptyAt: `/admin/collections/${UNKNOWN_ID}`,
  },
  { route: '/admin/home', full: '开卷书单', empty: '没有轮播图' },
  { route: '/admin/links', full: '封底', empty: '还没有短码' },
  { route: '/admin/votes', full: '线性代数习题', empty: '没有这类反馈' },
  { route: '/admin/import', full: 'python-rumen.epub', empty: '还没有导入过图书' },
  { route: '/admin/requests', full: '颜书雅', empty: '没有符合条件的申请' },
  { route: '/admin/samples', full: '二十四节气画册', empty: '没有这种状态的样书申请', emptyAt: '/admin/samples?status=shipped' },
  { route: '/admin/adoption', full: 'Python 程序设计', empty: '没有这种状态的征订单', emptyAt: '/admin/adoption?status=withdrawn' },
  { route: '/admin/tickets', full: '第二章的插图打不开。', empty: '没有符合条件的问题' },
  { route: '/admin/errata', full: '程式', empty: '没有这类勘误' },
  {
    route: '/admin/ratings',
    at: () => '/admin/ratings?state=shown',
    full: '例子都能跑，适合自学。',
    empty: '没有这类评价',
    emptyAt: '/admin/ratings',
  },
  { route: '/admin/users', full: '演示读者', empty: '没有符合条件的账号', emptyAt: '/admin/users?q=%E6%97%A0%E6%AD%A4%E4%BA%BA' },
  { route: '/admin/settings', full: '运营者名称' },
  { route: '/admin/dictionaries', full: '常用字表', empty: '还没有导入词典' },
  { route: '/admin/versions', full: '1.3.0', empty: '还没有发布过客户端' },
  { route: '/admin/codes', full: BOOK, empty: '还没有批次' },
  {
    route: '/admin/codes/:batchId/boxes',
    at: ({ batchId }) => `/admin/codes/${batchId}/boxes`,
    full: BOOK,
    empty: '没有找到这个批次',
    emptyAt: `/admin/codes/${UNKNOWN_ID}/boxes`,
  },
  { route: '/admin/claims', full: '二十四节气画册', empty: '没有等待处理的申请' },
  { route: '/admin/orders', full: BOOK, empty: '没有符合条件的订单', emptyAt: '/admin/orders?q=%E6%97%A0' },
  {
    route: '/admin/orders/:no',
    at: ({ orderNo }) => `/admin/orders/${orderNo}`,
    full: '二十四节气画册',
    empty: '没有这个订单',
    emptyAt: `/admin/orders/${UNKNOWN_NO}`,
  },
  { route: '/admin/refunds', full: '买错了版本', empty: '没有符合条件的退款' },
  { route: '/admin/invoices', full: '卜文远', empty: '没有符合条件的发票申请' },
  { route: '/admin/licenses', full: '墨池演示大学', empty: '没有符合条件的机构授权', emptyAt: '/admin/licenses?q=%E6%97%A0' },
  { route: '/admin/royalties', full: '模拟数据', empty: '没有这种状态的结算单', emptyAt: '/admin/royalties?q=%E6%97%A0' },
  {
    route: '/admin/royalties/:id',
    at: ({ royaltyId }) => `/admin/royalties/${royaltyId}`,
    full: '模拟数据',
    empty: '没有找到这份结算单',
    emptyAt: `/admin/royalties/${UNKNOWN_ID}`,
  },
  { route: '/admin/royalty-books', full: BOOK, empty: '没有符合条件的图书', emptyAt: '/admin/royalty-books?q=%E6%97%A0' },
  {
    route: '/admin/royalty-books/:bookId',
    at: ({ bookId }) => `/admin/royalty-books/${bookId}`,
    full: '添加费率',
    empty: '没有这本书',
    emptyAt: `/admin/royalty-books/${UNKNOWN_ID}`,
  },
  { route: '/admin/dashboard', full: BOOK, empty: '还没有图书有可以公布的数字' },
  { route: '/org', full: '各份授权', empty: '没有您管理的机构' },
  { route: '/org/report', full: '报告头', empty: '没有您管理的机构' },
  { route: '/org/members', full: '导入名单', empty: '没有您管理的机构' },
  { route: '/admin/institutions', full: '墨池演示大学', empty: '没有符合条件的机构', emptyAt: '/admin/institutions?q=%E6%97%A0' },
  { route: '/admin/audit', full: '编写教材', empty: '没有符合条件的记录', emptyAt: '/admin/audit?from=2000-01-01&to=2000-01-02' },
];
