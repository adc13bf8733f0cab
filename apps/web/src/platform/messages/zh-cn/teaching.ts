/** Texts of classes: the teacher's list, the page of a class, and joining. */
import { type ClassGroup, type ClassInvitation, type ClassStatus, type JoinPolicy, LIMITS, type MemberStatus } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const day = chineseDates({ dateStyle: 'medium' });

/** Returns what is known of a class in one line: term, teacher and institution. */
const factsOf = (parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined && part !== '').join(' · ');

export const teachingText = {
  // The list of a teacher.
  classes: '我的班级',
  classesLead: '学生用加课码进班后，可以马上阅读教材。',
  noClasses: '还没有班级',
  noClassesHint: '创建班级，把加课码告诉学生，他们进班后就会出现在这里。',
  verification: '认证状态',
  create: '创建班级',
  name: '班级名称',
  nameHint: '学生加入前会看到，例如“Python 程序设计 1 班”。',
  nameNeeded: '请填写班级名称',
  term: '学期',
  termNeeded: '请填写学期',
  institution: '所属学校',
  noInstitution: '不属于任何学校',
  bookNeeded: '请查找并选择教材',
  save: '创建',
  cancel: '取消',
  /** Returns the usual name of the term at a time. */
  termAt: (at: number): string => {
    const date = new Date(at);
    return `${date.getFullYear()} 年${date.getMonth() >= 7 || date.getMonth() === 0 ? '秋' : '春'}季学期`;
  },

  statuses: { active: '进行中', ended: '已结束', archived: '已归档' } satisfies Record<ClassStatus, string>,
  columns: { name: '班级', book: '教材', members: '人数', code: '加课码' },
  codeStopped: '已停用',
  bookLine: (title: string, version: number) => `《${title}》（内容第 ${version} 版）`,
  bookGone: '教材已撤下',
  members: (count: number) => `${count} 人`,
  waiting: (count: number) => `${count} 人待同意`,
  what: '班级',
  lineOf: ({ term, teacher, institution }: ClassGroup) =>
    factsOf([term, teacher === '' ? undefined : `${teacher} 老师`, institution?.name]),

  // The page of a class.
  classTitle: '班级',
  classSignedOut: '登录后，在这里查看您的班级：教材、同学和老师的安排。',
  notFound: '没有找到这个班级',
  notFoundHint: '班级可能已删除，或您不在班里。需要加入时，请向老师要加课码。',
  toJoin: '用加课码加入',
  book: '教材',
  read: '开始阅读',
  seeBook: '查看图书',
  readBook: (title: string) => `开始阅读《${title}》`,
  newerVersion: (used: number, newest: number) => `班级使用第 ${used} 版，最新是第 ${newest} 版。`,
  code: '加课码',
  codeLead: '学生打开“加入班级”输入加课码，或打开下面的链接；投屏页上有二维码。',
  codeOff: '加课码已停用，现在没有人能用它加入。',
  board: '投屏显示',
  switchOff: '停用',
  switchOn: '启用加课码',
  replace: '更换',
  replaceTitle: '更换加课码？',
  replaceLead: '旧的加课码和二维码立即失效，已经进班的学生不受影响。',

  // The page for the projector.
  boardSignedOut: '登录后，任课教师在这里把加课码投到大屏幕上。',
  boardOnlyTeacher: '只有任课教师能投屏显示加课码',
  boardStopped: '加课码已停用，或班级已结束',
  boardSteps: (address: string) => `扫码，或打开 ${address}，输入加课码`,
  boardJoined: (count: number) => `已加入 ${count} 人`,
  boardQr: (name: string) => `加入“${name}”的二维码`,
  boardBack: '回班级页',

  // What the teacher may change.
  settings: '班级设置',
  edit: '修改班级',
  editSave: '保存',
  joinPolicy: '用加课码加入时',
  joinPolicies: { open: '直接加入', approve: '要我同意' } satisfies Record<JoinPolicy, string>,
  copy: '复制班级',
  copyLead: '新班级用同一本教材的最新版，没有成员，加课码是新的。',
  copySave: '复制',
  statusActions: { active: '重新开放', ended: '结束班级', archived: '归档' } satisfies Record<ClassStatus, string>,
  statusTitles: { active: '重新开放这个班级？', ended: '结束这个班级？', archived: '归档这个班级？' } satisfies Record<ClassStatus, string>,
  statusLeads: {
    active: '成员重新得到通过班级的阅读权限，体验期的期限不变。',
    ended: '没有人能再加入，通过班级得到的阅读权限随即结束。成员名单保留，可以重新开放。',
    archived: '班级从学生的列表里消失，您可以在“已归档”里找到并重新开放。',
  } satisfies Record<ClassStatus, string>,
  archivedClasses: (count: number) => `已归档（${count}）`,
  memberTabs: { active: '成员', pending: '等待同意', removed: '已移出', left: '已退出' } satisfies Record<MemberStatus, string>,
  noneIn: { pending: '没有等待同意的学生', removed: '没有移出过学生' },
  admit: '同意',
  readmit: '重新加入',
  refuse: '不同意',
  remove: '移出',
  decisionOf: (decision: string, name: string) => `${decision}：${name}`,
  removeTitle: (name: string) => `把${name}移出班级？`,
  removeLead: '移出后，对方通过班级得到的阅读权限随即结束，也不能再用加课码加入；您可以在“已移出”里让对方重新加入。',
  waitsTitle: '已提交，请等老师同意',
  waitsHint: '老师同意后会通知您，班级也会出现在“我的班级”里。',
  byApproval: '这个班级要老师同意才能加入。',
  joinLink: '加入链接',
  copyLink: '复制加入链接',
  copied: '已复制',
  copyFailed: '浏览器不允许复制，请手动选中链接',
  membersTitle: '成员',
  membersWhat: '成员名单',
  noMembers: '还没有学生加入',
  noMembersHint: '把加课码告诉学生。',
  noClassmates: '还没有其他同学',
  member: { name: '姓名', studentNo: '学号', joinedAt: '加入时间', probation: '体验期' },
  joinedAt: (at: number) => day.format(at),
  probationUntil: (at: number | undefined, now: number) => (at === undefined ? '—' : at > now ? `至 ${day.format(at)}` : '已结束'),
  leave: '退出班级',
  leaveTitle: (name: string) => `退出“${name}”？`,
  leaveLead: '退出后，通过班级得到的阅读权限随即结束；您的笔记和进度都保留。以后可以再用加课码加入。',

  // Joining.
  joinTitle: '加入班级',
  joinLead: '输入老师给的加课码；二维码扫开就是这一页。',
  codeField: '加课码',
  codeHint: '6 位字母和数字，不分大小写。',
  find: '查找班级',
  finding: '正在查找',
  invitation: ({ term, teacher, institution }: ClassInvitation) =>
    factsOf([term, teacher === '' ? undefined : `${teacher} 老师`, institution]),
  invitationBook: ({ book, probationDays }: ClassInvitation) =>
    `教材：《${book}》。还没有这本书时，加入后有 ${probationDays} 天体验期，可以阅读全书。`,
  realName: '姓名',
  realNameHint: '老师和同学会看到。请填真实姓名，方便老师核对。',
  realNameNeeded: '请填写姓名',
  studentNo: '学号（选填）',
  studentNoHint: `只有老师看得到，最多 ${LIMITS.memberStudentNoChars} 个字。`,
  join: '加入班级',
  joining: '正在加入',
  signInToJoin: '登录后加入',
  otherCode: '换一个加课码',
  findFailed: '没有查到班级，请检查网络后重试',

  // On the account page.
  mine: '我的班级',
  noneJoined: '还没有加入班级',
  open: (name: string) => `打开班级“${name}”`,
} as const;
