/** Texts of the statistics of a book. The meaning of each number is in the contract (`STATISTICS_DEFINITIONS`). */
import { type ClassKind, HIDDEN_NUMBER, PERIOD_NAMES, type StatisticsPeriod } from '@shufang/contract';

const longDay = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'long', timeZone: 'UTC' });
const dayTime = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeStyle: 'short' });
const grouped = new Intl.NumberFormat('zh-CN');

const dateOf = (day: string): Date => new Date(`${day}T00:00:00Z`);

export const statisticsText = {
  filters: '选择统计的范围',
  period: '时间',
  periods: PERIOD_NAMES,
  version: '版本',
  allVersions: '全部版本',
  versionNo: (no: number) => `第 ${no} 版`,
  readersOf: '读者',
  allReaders: '全部读者',
  classKinds: { inClass: '班级里的读者', alone: '自学的读者' } as const satisfies Record<ClassKind, string>,
  exportWorkbook: '导出 Excel',
  print: '打印',
  simulated: '模拟数据',
  simulatedHint: '这些数字来自演示用的模拟阅读，不是真实读者。',
  failed: '统计没有取到',
  span: (from: string, to: string) => `${longDay.format(dateOf(from))}至 ${longDay.format(dateOf(to))}`,
  asOf: (at: number) => `数据截至上个完整的周，${dayTime.format(at)}算出，每周更新一次`,
  tooFew: '读者还不到 5 人',
  tooFewHint: '为了不让人认出某一位读者，少于 5 人的数都不显示。有 5 位读者读满一分钟以后，这里每周公布一次。',
  tooFewInFilter: '这一部分读者太少，或者公布以后能推算出别的小数目，所以不显示。请选别的范围。',
  charts: '读者怎样读',
  hidden: HIDDEN_NUMBER,
  users: (count: number) => `${grouped.format(count)} 人`,
  percent: (value: number) => `${value}%`,
  chapter: '章',
  highlighted: '划线最多的段落',
  highlightedEmpty: '还没有 5 个人划过同一段',
  passage: '段落',
  userCount: '人数',
  hardest: '最难的练习',
  hardestEmpty: '还没有 20 个人答过同一道题',
  question: '题目',
  facility: '平均得分',
  discrimination: '区分度',
  unknown: '—',
  institutions: '读者所在的机构',
  institutionsEmpty: '还没有一个机构有 5 位读者',
  institution: '机构',
  wholeOnly: '划线、练习、勘误、销售和机构只统计全部读者、全部版本，不随筛选变化；请选“全部读者”和“全部版本”查看。',
  definitions: '这些数字的含义',

  // Reports on the use of a book.
  reports: '使用跟踪报告',
  reportsLead:
    '教材修订送审时要附使用跟踪报告。点一下，把上面的数字（全部读者、全部版本）冻结成一份报告：PDF、Word 和 Excel，由平台签名，任何人都能核验，以后随时取得同一份。',
  reportPeriod: '报告的时间',
  makeReport: '生成报告',
  makingReport: '正在提交',
  reportsFailed: '报告没有取到',
  noReports: '还没有生成过报告',
  reportOf: (period: StatisticsPeriod, from: string | undefined, to: string | undefined) =>
    from === undefined || to === undefined ? PERIOD_NAMES[period] : `${PERIOD_NAMES[period]}（${from} 至 ${to}）`,
  reportStates: { waiting: '排队中', running: '生成中', done: '已生成', failed: '没有生成，请再点一次“生成报告”' } as const,
  reportColumns: { at: '生成时间', state: '状态', files: '下载' },
  reportProgress: (steps: number, all: number) => `${steps} / ${all} 步`,
  reportAt: (at: number) => dayTime.format(at),
  reportFormats: { pdf: 'PDF', docx: 'Word', xlsx: 'Excel' } as const,
  downloadReport: (format: string, report: string) => `下载${format}：${report}`,
  verifyReport: '核验',
  verifyReportOf: (report: string) => `核验：${report}`,

  // The page that verifies a report.
  verifyTitle: '核验使用跟踪报告',
  verifyLead: '输入报告上印的签名，查看它是否由本站出具、数字有没有被改过；也可以选一个收到的文件，和当时出具的文件比对。',
  reportCode: '报告的签名',
  codeNeeded: '请输入报告上印的签名',
  verify: '核验',
  reportTitle: '这份报告',
  intact: '有效：由本站签名，存档的数字和文件没有改动',
  altered: '警告：签名由本站作出，但存档的数字或文件已经和签名时不同',
  facts: { title: '图书', publisher: '出具', span: '范围', frozenAt: '冻结时间', sha256: '数据的 SHA-256', publicKey: '公钥（Ed25519）' },
  spanOf: (from: string, to: string) => `${from} 至 ${to}`,
  compareFile: '比对文件',
  compareHint: '文件只在您的浏览器里计算散列值，不会上传。',
  sameFile: (format: string) => `相同：这就是出具的 ${format} 文件`,
  otherFile: '不同：这个文件不是出具的文件，或者被改过',
} as const;
