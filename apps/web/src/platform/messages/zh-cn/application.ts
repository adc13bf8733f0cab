/** Texts of becoming a verified teacher or an author, and of the review. */
import type {
  ApplicationKind,
  ApplicationState,
  AuthorField,
  InstitutionWord,
  TeacherField,
  Voucher,
  VouchingWay,
} from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const ways: Record<VouchingWay, string> = { roster: '名单', carsi: 'CARSI 登录', oidc: '统一身份认证登录' };
/** In the words of eduPerson; others are shown as the institution told them. */
const affiliations: Readonly<Record<string, string>> = {
  faculty: '教师',
  student: '学生',
  staff: '职员',
  employee: '职工',
  member: '成员',
  'library-walk-in': '到馆读者',
};
const kindsOnList: Record<NonNullable<InstitutionWord['kind']>, string> = { teacher: '教师', student: '学生', other: '其他' };
const day = chineseDates({ dateStyle: 'medium' });

/** What an institution says, and where that differs from what the applicant says. */
const wordOf = (word: InstitutionWord): string => {
  const { kind, affiliation = '', name, seenAt, via } = word;
  const said = kind === undefined ? (affiliations[affiliation] ?? affiliation) : kindsOnList[kind];
  return [
    said,
    ...(via === 'roster' ? [name === undefined ? '没有写姓名' : word.fitsName ? '姓名一致' : `姓名是“${name}”，与申请不一致`] : []),
    ...(word.isProven ? [] : ['凭工号或学号认领，不是凭手机号']),
    ...(seenAt === undefined ? [] : [`最近一次登录 ${day.format(seenAt)}${word.isRecent ? '' : '，已久'}`]),
    ...(word.fitsInstitution ? [] : ['与申请的任教学校不一致']),
  ].join('，');
};

export const applicationText = {
  teacherTitle: '教师',
  teacherLead: '认证后，您可以使用面向教师的功能。',
  teacherSignedOut: '登录后，在这里提交教师认证、查看审核结果。',
  authorTitle: '我编写的图书',
  authorLead: '您以主编、参编等身份参与的图书。',
  authorSignedOut: '登录后，在这里查看您编写的图书，或申请成为作者。',
  loadFailed: '认证状态',
  states: {
    none: '未认证',
    pending: '审核中',
    approved: '已认证',
    rejected: '未通过',
    expired: '已到期',
    revoked: '已撤销',
  } satisfies Record<ApplicationState, string>,
  kinds: { teacher: '教师认证', author: '作者申请' } satisfies Record<ApplicationKind, string>,
  fields: {
    realName: '姓名',
    institution: '任教学校',
    department: '院系或部门',
    title: '职称或职务',
    subjects: '任教学科',
    proofs: '证明材料',
    bookTitle: '拟编写的教材',
    about: '编写说明',
  } satisfies Record<TeacherField | AuthorField, string>,
  authorInstitution: '工作单位',

  benefitsTitle: '认证教师可以',
  benefits: ['以教师身份使用本站，姓名与学校经过学校或编辑核实', '在个人中心显示教师身份', '认证有效期三年，到期前 90 天起可以续期'],
  nonePrompt: '提交下面的资料，编辑会人工审核。',
  vouchedPrompt: '提交下面的资料，马上就能通过。',
  /** Above the form of who an institution vouches for. */
  vouched: ({ institution, via }: Voucher) =>
    via === 'roster'
      ? `${institution}的名单里有您，身份是教师。任教学校填“${institution}”、姓名与名单一致，提交后立即通过，不用上传证明材料。`
      : `${institution}在您登录时确认您是教师。任教学校填“${institution}”，提交后立即通过，不用上传证明材料。`,
  proofsNotNeeded: '学校已确认您的身份，不用上传。',
  institutionWords: '机构怎么说',
  wordFrom: ({ institution, via }: Voucher) => `${institution}（${ways[via]}）`,
  wordOf,
  noWords: '没有机构把申请人列入名单，也没有绑定机构身份',
  reviewDays: (days: number) => `一般 ${days} 个工作日内有结果。`,
  pendingText: (days: number) => `资料已提交，一般 ${days} 个工作日内有结果，届时会通知您，也会显示在这里。等待期间可以修改资料。`,
  approvedText: (until: string) => `认证有效期至 ${until}。`,
  rejectedText: '请按下面的说明修改后重新提交。',
  stillValid: (until: string) => `原来的认证仍然有效，至 ${until}。`,
  expiredText: '认证已到期，请重新提交资料。',
  revokedText: '认证已被撤销。如有疑问，请在帮助中心联系我们；情况变化后可以重新提交。',
  submittedAt: (at: string) => `提交于 ${at}`,
  decidedAt: (at: string) => `审核于 ${at}`,
  answer: '审核意见',

  form: '认证资料',
  authorForm: '作者申请',
  subjectsHint: '多个学科用顿号或逗号分开，最多 10 项。',
  proofsHint: (max: number) => `教师资格证、工作证或学校出具的证明，最多 ${max} 个文件。请遮住身份证号。审核结束 90 天后，材料会自动删除。`,
  authorProofsHint: (max: number) => `样章、已出版图书的版权页等，选填，最多 ${max} 个文件。审核结束 90 天后，材料会自动删除。`,
  chooseProof: '添加文件',
  uploading: (name: string) => `正在上传 ${name}`,
  uploadFailed: (name: string, why: string) => `${name} 没有上传成功：${why}`,
  removeProof: (name: string) => `移除 ${name}`,
  needProof: '请上传至少一份证明材料',
  need: (field: string) => `请填写${field}`,
  aboutHint: '写什么、给谁用、有什么基础，20 至 1000 字。',
  aboutTooShort: '编写说明至少 20 个字',
  submit: '提交审核',
  resubmit: '重新提交',
  change: '修改资料',
  update: '保存修改',
  renew: '续期',
  keep: '不修改了',

  authorNone: '您还不是作者',
  authorNoneHint: '提交申请，说明您想编写的教材；通过后，这里会列出您参与的图书。',
  inviteTitle: '已受邀参编？',
  inviteHint: '不需要邀请码。请把您登录用的手机号告诉该书的责任编辑，编辑在作者名单里关联您的账号后，这本书就会出现在这里，不必另行申请。',
  noBooks: '您是作者，还没有关联的图书',
  noBooksHint: '请联系责任编辑：图书导入后，由编辑在作者名单里关联您的账号。',
  askEditor: '联系编辑',
  myRoles: '我的身份',
  shelfState: '状态',
  openBook: (title: string) => `查看《${title}》`,
  openStatistics: (title: string) => `《${title}》的作者页`,
  statistics: '作者页',
  booksFailed: '图书',
  staticLead: '您参与编写的一本书：您的身份与它的发布状态。',
  staticSignedOut: '登录后，参与编写的作者在这里查看自己的书。',
  notContributor: '您不是这本书的作者',
  notContributorHint: '只有作者名单里的人能看这一页。如果您参与了编写，请让责任编辑在作者名单里关联您的账号。',
  toMyBooks: '我编写的图书',
  notPublished: '尚未发布',
  notPublishedHint: (title: string) => `《${title}》还没有上架。责任编辑发布之后，读者就能找到它。`,
  publishedAt: '首次发布',
  updatedAt: '最近更新',
  words: '篇幅',
  chars: (n: number) => (n < 10_000 ? `${n} 字` : `${(n / 10_000).toFixed(1)} 万字`),
  seeBook: '查看图书',

  // review
  reviewLead: '教师认证与作者申请。通过后身份立即生效；不通过时，逐项写明原因。',
  queue: '申请',
  queueFilters: '筛选申请',
  kind: '类别',
  waits: '待审核',
  nothing: '没有符合条件的申请',
  nothingHint: '新的申请会出现在“待审核”里，等得最久的在最前。',
  applicant: '申请人',
  proofs: '证明材料',
  noProofs: '没有材料，或已按规定删除',
  openProof: (name: string) => `查看 ${name}`,
  approve: '通过',
  reject: '不通过',
  revoke: '撤销',
  rejectTitle: (name: string) => `不通过：${name}`,
  rejectLead: '勾选有问题的项目并写明原因，申请人会在对应的项目下看到。',
  reasonFor: (field: string) => `${field}的问题`,
  wholeAnswer: '总的说明（选填）',
  rejectNeeds: '请至少写明一项原因或总的说明',
  confirmReject: '确认不通过',
  approveLabel: (name: string) => `通过 ${name} 的申请`,
  rejectLabel: (name: string) => `不通过 ${name} 的申请`,
  revokeLabel: (name: string) => `撤销 ${name} 的认证`,
  revokeLead: '撤销后，对方立即失去这个身份，可以重新申请。',
  revokeReason: '撤销的原因（申请人会看到）',
} as const;
