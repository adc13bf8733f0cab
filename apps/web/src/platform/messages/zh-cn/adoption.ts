/** Texts of adoption lists: the teacher's pages, the dialogs, the printed sheet, and the admin page. */
import {
  type AdoptionAward,
  type AdoptionForm,
  type AdoptionItem,
  type AdoptionLevel,
  type AdoptionList,
  type AdoptionStatus,
  LIMITS,
} from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const day = chineseDates({ dateStyle: 'medium' });
const minute = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const yuan = (fen: number): string => (fen / 100).toFixed(2);

const levels = { section: '教研室', department: '院系', school: '学校' } satisfies Record<AdoptionLevel, string>;

/** Returns the copies of an item: the students' and the teacher's. */
const copiesOf = ({ students, hasTeacherCopy }: AdoptionItem): number => students + (hasTeacherCopy ? 1 : 0);

export const adoptionText = {
  title: '教材征订',
  lead: '开学前填报各门课的教材，学校按教研室、院系、学校三级审批后订购。学生自愿购买，教师用书每人一本。',
  signedOut: '登录后，认证教师在这里填报教材征订单、查看审批。',
  onlyTeachers: '教材征订只开放给认证教师',
  onlyTeachersHint: '通过教师认证后，就可以填报征订单。',
  toVerification: '去认证',
  what: '征订单',
  none: '还没有征订单',
  noneHint: '点“新建征订单”，选学校和学期，再逐门课添加教材。',
  create: '新建征订单',
  noInstitution: '您还没有加入学校：先在“我的”页用学号姓名、学校邮箱或学校账号加入，再填报征订单。',
  toInstitution: '去加入学校',
  statuses: {
    draft: '草稿',
    submitted: '审批中',
    returned: '已退回',
    withdrawn: '已撤回',
    confirmed: '已确认',
    ordered: '已订购',
  } satisfies Record<AdoptionStatus, string>,
  levels,
  columns: { list: '征订单', books: '教材', status: '状态', at: '更新日期' },
  books: (items: readonly AdoptionItem[]): string => `${items.length} 种，学生 ${items.reduce((sum, one) => sum + one.students, 0)} 本`,
  courses: (items: readonly AdoptionItem[]): string => [...new Set(items.map(({ course }) => course))].join('、') || '还没有教材',
  day: (at: number): string => day.format(at),
  /** Returns what the teacher can expect, or what happened; empty if the state says everything. */
  detail: ({ status, nextLevel, reviews, orderedAt }: AdoptionList): string => {
    if (status === 'returned') {
      const last = reviews.at(-1);
      return last === undefined ? '' : `${levels[last.level]}退回：${last.remark}`;
    }
    if (status === 'ordered' && orderedAt !== undefined) return `${day.format(orderedAt)}登记订购`;
    return nextLevel === undefined ? '' : `等待${levels[nextLevel]}审批`;
  },
  deadline: (closesAt: number, now: number): string =>
    closesAt < now ? `已于 ${minute.format(closesAt)}截止提交` : `${minute.format(closesAt)}截止提交`,
  deadlineLabel: '提交截止',
  deadlineOf: (institution: string, term: string, closesAt: number): string => `${institution} ${term}：${minute.format(closesAt)}截止提交`,
  /** Returns the term at a time and the two after it. Terms begin on 1 February and on 1 August. */
  termsFrom: (now: number): string[] => {
    const date = new Date(now);
    const first = date.getFullYear() * 2 + Math.floor((date.getMonth() - 1) / 6);
    return [0, 1, 2].map((next) => `${Math.floor((first + next) / 2)} 年${(first + next) % 2 === 0 ? '春' : '秋'}季学期`);
  },

  // The dialog of a list.
  institution: '学校',
  term: '学期',
  note: '备注',
  noteHint: '例如送书地点、领书班级。',
  cancel: '取消',
  save: '保存',
  editList: '修改学期与备注',

  // The page of a list.
  listWhat: '征订单',
  notFound: '没有找到这份征订单',
  back: '全部征订单',
  items: '教材',
  noItems: '还没有教材',
  noItemsHint: '点“添加教材”，逐门课填课程代码、教材和人数。',
  addItem: '添加教材',
  editItem: '修改教材',
  edit: '修改',
  remove: '移除',
  editOf: (title: string): string => `修改《${title}》`,
  removeOf: (title: string): string => `移除《${title}》`,
  removeTitle: (title: string): string => `从征订单移除《${title}》？`,
  removeLead: '这一行的课程、人数和选用理由会一起移除。',
  keep: '不移除',
  itemColumns: { book: '教材', course: '课程', labels: '标注', students: '学生', copy: '教师用书', price: '定价' },
  course: '课程名称',
  courseLine: ({ courseCode, course, className }: AdoptionItem): string =>
    [courseCode, course, className === '' ? '全部教学班' : className].join(' · '),
  bookLine: ({ isbn, edition, publisher, form }: AdoptionItem): string =>
    [`ISBN ${isbn}`, edition, publisher, form === 'digital' ? '数字教材' : ''].filter((part) => part !== '').join(' · '),
  first: '首次选用',
  marxist: '马工程',
  awards: { none: '无', national: '国家级规划', provincial: '省级规划', prize: '获奖' } satisfies Record<AdoptionAward, string>,
  forms: { print: '纸质', digital: '数字' } satisfies Record<AdoptionForm, string>,
  copy: (hasCopy: boolean): string => (hasCopy ? '1 本' : '不领'),
  price: (fen: number | undefined): string => (fen === undefined ? '' : `${yuan(fen)} 元`),
  total: (items: readonly AdoptionItem[]): string => {
    const copies = items.reduce((sum, one) => sum + copiesOf(one), 0);
    const priced = items.filter(({ priceFen }) => priceFen !== undefined);
    const fen = priced.reduce((sum, one) => sum + (one.priceFen ?? 0) * copiesOf(one), 0);
    const money = priced.length === 0 ? '' : `，码洋 ${yuan(fen)} 元${priced.length < items.length ? '（有教材未填定价）' : ''}`;
    return `共 ${items.length} 种 ${copies} 本${money}`;
  },
  approvals: '三级审批',
  approvalOf: (level: AdoptionLevel): string => `${levels[level]}审批`,
  waiting: '等待审批',
  notYet: '未开始',
  approvedBy: (reviewer: string, at: number): string => `${reviewer}，${day.format(at)}通过`,
  returnedBy: (reviewer: string, at: number, remark: string): string => `${reviewer}，${day.format(at)}退回：${remark}`,
  remark: (remark: string): string => `意见：${remark}`,
  submit: '提交审批',
  submitTitle: '提交这份征订单？',
  submitLead: '提交后依次由教研室、院系、学校审批；审批中不能修改，可以撤回。',
  stay: '再看看',
  withdraw: '撤回',
  withdrawTitle: '撤回这份征订单？',
  withdrawLead: '已有的审批作废；修改后再提交，从教研室重新审批。',
  keepSubmitted: '不撤回',
  delete: '删除',
  deleteTitle: '删除这份征订单？',
  deleteLead: '里面的教材会一起删除，不能恢复。',
  keepList: '不删除',
  print: '打印征订单',
  actions: '对征订单的操作',

  // The dialog of a book.
  courseCode: '课程代码',
  courseCodeNeeded: '请填写课程代码',
  courseNeeded: '请填写课程名称',
  class: '教学班',
  allClasses: '全部教学班',
  bookNeeded: '请查找并选择教材',
  form: '形式',
  isbn: 'ISBN',
  isbnHint: '换了书号就算首次选用，要写理由备案。',
  isbnWrong: 'ISBN 有误：应为 13 位，且校验位相符',
  edition: '版次',
  editionHint: '例如：第 3 版',
  editionOf: (edition: number): string => `第 ${edition} 版`,
  editionNeeded: '请填写版次',
  publisher: '出版社',
  award: '规划或获奖',
  isMarxist: '马克思主义理论研究和建设工程（马工程）重点教材',
  students: '自愿购买的学生人数',
  studentsNeeded: `请填写人数，0 到 ${LIMITS.adoptionStudentsMax}`,
  hasTeacherCopy: '领一本教师用书（每种书每人一本）',
  priceYuan: '定价（元，可不填）',
  priceWrong: '请填写金额，例如 49.80',
  reason: '选用理由',
  reasonHint: '首次选用的教材提交前必须填写。',

  // The printed sheet.
  sheet: {
    title: (institution: string, term: string): string => `${institution}${term}教材征订单`,
    columns: ['序号', '课程代码', '课程名称', '教学班', '教材名称', 'ISBN', '版次', '出版社', '标注', '学生', '教师用书', '核对'],
    labels: (item: AdoptionItem): string =>
      [item.isFirst ? '首次选用' : '', item.award === 'none' ? '' : adoptionText.awards[item.award], item.isMarxist ? '马工程' : '']
        .filter((part) => part !== '')
        .join('、'),
    signatures: ['填报教师', '教研室', '院系', '学校'],
    printed: (status: AdoptionStatus, now: number): string => `状态：${adoptionText.statuses[status]}；打印于 ${minute.format(now)}`,
  },

  // The admin page.
  admin: {
    lead: '按教研室、院系、学校三级审批教师的征订单，全部通过后登记订购；退回、确认和订购都会通知教师。',
    filters: '筛选征订单',
    search: '课程、教材或 ISBN',
    level: '等待的审批',
    term: '学期',
    first: '首次选用',
    onlyFirst: '只看有首次选用的',
    none: '没有这种状态的征订单',
    noneHint: '换一个状态或筛选条件看看。',
    select: '选择',
    choose: (teacher: string, term: string): string => `选择${teacher}的${term}征订单`,
    cardTitle: (teacher: string, institution: string): string => `${teacher} · ${institution}`,
    gone: '账号已注销',
    teacher: '教师',
    summary: '合计',
    at: '提交时间',
    approve: '通过',
    return: '退回',
    order: '登记订购',
    actionOn: (action: string, teacher: string, term: string): string => `${action}：${teacher}的${term}征订单`,
    approveTitle: (count: number, level: string): string => `${level}审批：通过 ${count} 份征订单`,
    returnTitle: (count: number, level: string): string => `${level}审批：退回 ${count} 份征订单`,
    reviewer: '审批人（姓名与职务，印在征订单上）',
    reviewerNeeded: '请填写审批人',
    remark: '意见（可不填）',
    returnReason: '退回的原因',
    returnNeeded: '请写明退回的原因',
    cancel: '取消',
    mixed: '所选征订单等待不同的审批，请先按“等待的审批”筛选',
    chosen: (count: number): string => `已选 ${count} 份`,
    actions: '对所选征订单的操作',
    all: '全选已显示的',
    end: '取消选择',
    export: '导出表格',
    exporting: '正在导出',
    exported: (rows: number): string => `已导出 ${rows} 行教材`,
    total: (count: number): string => `共 ${count} 份`,
    deadlines: '截止时间',
    deadlinesLead: '过了截止时间，教师不能再提交该学期的征订单；可以随时延后。',
    noDeadlines: '还没有设截止时间，教师随时可以提交。',
    setDeadline: '设置截止时间',
    findInstitution: '查找学校',
    choosePrompt: '请选择',
    closesAt: '截止时间',
    closesAtNeeded: '请选择截止时间',
    institutionNeeded: '请选择学校',
    removeDeadline: '取消截止时间',
    removeDeadlineOf: (institution: string, term: string): string => `取消${institution}${term}的截止时间`,
    deadlineColumns: { institution: '学校', term: '学期', closesAt: '截止时间' },
    time: (at: number): string => minute.format(at),
  },
} as const;
