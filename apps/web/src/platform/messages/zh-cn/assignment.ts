/** Texts of assignments: the lists, the teacher's page, the student's page, answering, and the receipt. */
import type { Assignment, AssignmentStatus, AssignmentTask, AttemptSummary, ReleaseMoment } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';
import { assignmentKinds, assignmentTime } from './assignment-names.ts';
import { taskText } from './assignment-task.ts';

const second = chineseDates({ hour: '2-digit', minute: '2-digit', second: '2-digit', hour12: false });
const whole = chineseDates({ dateStyle: 'medium', timeStyle: 'medium' });

/** Returns points, which are in thousandths, without needless zeros. */
const points = (milli: number): string => String(Math.round(milli) / 1000);

const statuses: Readonly<Record<AssignmentStatus, string>> = { draft: '草稿', published: '进行中', closed: '已关闭' };
const moments: Readonly<Record<ReleaseMoment, string>> = {
  handedIn: '交卷后',
  due: '截止以后',
  closed: '关闭以后（全班都交卷）',
  never: '不公布',
};

const durationOf = (seconds: number): string => {
  const minutes = Math.floor(seconds / 60);
  if (seconds % 60 !== 0) return `${minutes} 分 ${seconds % 60} 秒`;
  return `${minutes} 分钟`;
};

const lateOf = (ms: number): string => {
  const hours = Math.floor(ms / 3_600_000);
  if (hours >= 24) return `${Math.floor(hours / 24)} 天 ${hours % 24} 小时`;
  return hours > 0 ? `${hours} 小时` : `${Math.max(1, Math.round(ms / 60_000))} 分钟`;
};

export const assignmentText = {
  points,
  kinds: assignmentKinds,
  statuses,
  moments,
  at: assignmentTime,
  second: (ms: number) => second.format(ms),
  whole: (ms: number) => whole.format(ms),
  cancel: '取消',
  what: '作业与考试',

  // The list on the page of a class.
  listTitle: '作业与考试',
  none: '还没有作业或测验',
  noneForTeacher: '新建一份，从题库组卷，发布后学生就能作答；题目在发布时冻结。',
  noneForStudent: '老师发布后会出现在这里，并有消息提醒。',
  create: '新建',
  columns: { title: '标题', due: '截止', progress: '已交', status: '状态', mine: '我的情况', action: '操作' },
  noDue: '不限时间',
  progressOf: ({ handedIn, students }: { handedIn: number; students: number }) => `${handedIn} / ${students}`,
  toScore: (count: number) => `${count} 题待批`,
  ownState: ({ kind, own, questions, task }: Assignment): string => {
    const attempts = own?.attempts ?? [];
    if (kind === 'external') return own?.countedMilli === undefined ? '还没有成绩' : `得 ${points(own.countedMilli)} 分`;
    if (task?.kind === 'reading' && attempts.length > 0) return taskText.doneOf(attempts.length, task.chapters.length);
    if (task?.kind === 'discussion' && attempts.length > 0)
      return own?.countedMilli === undefined ? '已发言' : `已发言，得 ${points(own.countedMilli)} 分`;
    if (attempts.some(({ state }) => state === 'running')) return '作答中';
    const done = task === undefined ? '已交卷' : taskText.done;
    if (attempts.length > 0) return own?.countedMilli === undefined ? done : `${done}，得 ${points(own.countedMilli)} 分`;
    if (own?.refusal === 'notOpen') return '还没有开始';
    if (own?.refusal === 'closed') return '没有作答，已截止';
    return task === undefined ? `未作答（${questions} 题）` : taskText.ownWaiting[task.kind];
  },

  // The form of an assignment.
  createTitle: '新建作业或测验',
  editTitle: '修改设置',
  kind: '类型',
  kindHint:
    '阅读：读几章、每章几分钟，按记录的阅读时长自动计分。批注：在指定的章里划线、写笔记，选好后交上来批改。讨论：在班里就一个题目发言、回复，自动计数，老师评分。交文件：拍照交手写作业，或交 PDF、Word 文档，在这里批改。考试：发布时就为每名学生备好卷子，开考不用等；一人一次。登记成绩：纸笔、实验、课堂展示等，只填得分。',
  externalPoints: '满分',
  externalPointsWrong: '请填写大于 0、不超过 1000 的数，最多两位小数',
  externalDue: '完成时间',
  externalDueHint: '写给学生看的；不填：不写。',
  externalMoments: { handedIn: '登记后', due: '完成时间以后', closed: '关闭以后', never: '不公布' } as const,
  title: '标题',
  titleNeeded: '请填写标题',
  instructions: '说明',
  instructionsHint: '学生作答前会看到。',
  openAt: '开始时间',
  openHint: '不填：发布后就能作答。',
  dueAt: '截止时间',
  dueHint: '不填：没有截止时间。',
  closeAt: '关闭时间',
  closeHint: '过了截止时间、没到关闭时间，可以补交。不填：一直可以补交。',
  limit: '限时（分钟）',
  limitHint: '从学生开始作答起算；不填：不限时。',
  attempts: '可作答次数',
  attemptsHint: '不填：不限次数。',
  counted: '多次作答时计',
  countedRules: { best: '最高的一次', last: '最后一次', first: '第一次', mean: '平均' } as const,
  lateStep: '迟交每天扣（%）',
  lateHint: '扣得分的百分比，扣完为止；不填：迟交不扣分。',
  numberWrong: '请填写大于 0 的整数',
  percentWrong: '请填写 1 到 100 的整数',
  timeOrder: '须晚于上一个时间',
  shuffled: '题目和选项的顺序每人不同',
  releaseScore: '得分公布',
  releaseAnswers: '对错与答案公布',
  releaseExplanation: '解析公布',
  save: '保存',
  createSave: '建立草稿',

  // The page for the teacher.
  notFound: '没有找到这份作业',
  notFoundHint: '可能已删除，或还没有发布，或您不在这个班里。',
  toClasses: '我的班级',
  signedOut: '登录后，在这里查看作业、作答和成绩。',
  backToClass: (name: string) => `回到班级“${name}”`,
  draftLead: '草稿只有您能看到。备好题目后发布；发布以后不能再改题目。',
  facts: {
    window: '时间',
    limit: '限时',
    attempts: '次数',
    questions: '题目',
    late: '迟交',
    release: '公布',
  },
  windowOf: ({ openAt, dueAt, closeAt }: Assignment['policy']) =>
    [
      openAt === null ? '发布后开始' : `${assignmentTime(openAt)} 开始`,
      dueAt === null ? '没有截止时间' : `${assignmentTime(dueAt)} 截止`,
      ...(closeAt === null ? [] : [`${assignmentTime(closeAt)} 关闭`]),
    ].join('，'),
  limitOf: (seconds: number | null) => (seconds === null ? '不限时' : durationOf(seconds)),
  attemptsOf: ({ attempts, countedAttempt }: Assignment['policy']) =>
    attempts === 1 ? '1 次' : `${attempts === null ? '不限' : attempts} 次，计${assignmentText.countedRules[countedAttempt]}`,
  questionsOf: ({ questions, possibleMilli }: Pick<Assignment, 'questions' | 'possibleMilli'>) =>
    `${questions} 题，共 ${points(possibleMilli)} 分`,
  lateOf: ({ late }: Assignment['policy']) => (late === null ? '不扣分' : `每天扣得分的 ${late.stepBasisPoints / 100}%`),
  scoreReleaseOf: ({ score }: Assignment['release']) => moments[score],
  releaseOf: ({ score, answers }: Assignment['release']) => `得分：${moments[score]}；答案：${moments[answers]}`,
  edit: '修改设置',
  remove: '删除草稿',
  removeTitle: '删除这份草稿？',
  removeLead: '题目和设置都会删除，不能恢复。',
  publish: '发布',
  publishTitle: (title: string) => `发布“${title}”？`,
  publishLead: (students: number) => `班里 ${students} 名学生会收到消息。题目从现在起冻结，不能再改；时间和次数以后还能改。`,
  close: '关闭',
  closeTitle: '现在关闭？',
  closeLead: '正在作答的卷子会立即收上来，已存的作答都算数；之后没有人能再开始。',
  questionsTitle: '题目',
  noQuestions: '还没有题目',
  noQuestionsHint: '从题库选题、随机抽题、分成几个部分；题目写在题库里，可以反复使用。',
  editPaper: '编辑试卷',
  previewPaper: '预览试卷',
  questionNo: (no: number, milli: number) => `第 ${no} 题（${points(milli)} 分）`,
  drawOf: (count: number, pool: number, milli: number) => `随机抽 ${count} 题，每题 ${points(milli)} 分（从 ${pool} 题中抽）`,
  poolQuestionNo: (no: number) => `范围内第 ${no} 题`,
  key: '答案',

  // The students of an assignment.
  studentsTitle: '完成情况',
  noStudents: '班里还没有学生',
  studentColumns: { name: '学生', state: '状态', score: '得分', finished: '交的时间', action: '操作' },
  notStarted: '未开始',
  running: '作答中',
  handedIn: (task: AssignmentTask | undefined) => (task === undefined ? '已交卷' : taskText.done),
  closedBy: { student: '本人交卷', timer: '到时自动收卷', teacher: '老师收卷' } as const,
  see: (name: string) => `看${name}的卷子`,
  seeShort: '看卷',
  override: '另定时间',
  overrideOf: (name: string) => `为${name}另定时间或次数`,
  overrideTitle: (name: string) => `为${name}另定`,
  overrideLead: '只对这名学生有效，正在作答时立即生效。不填的项目按统一的规定。',
  overrideReason: '原因',
  overrideReset: '恢复统一规定',
  hasOverride: '另定',
  scoreOf: (earned: number, possible: number) => `${points(earned)} / ${points(possible)}`,

  // The entered points of an external assignment.
  scoresTitle: '登记成绩',
  scoresLead: '填好后一次保存；空着的是还没有成绩。没有保存的存在本机。',
  scoresDraft: '关闭或删除以前都可以登记；请先发布。',
  scoreFor: (name: string) => `${name}的得分`,
  scoresSave: (count: number) => (count === 0 ? '没有修改' : `保存 ${count} 人的得分`),
  scoresWrong: (milli: number) => `请填写 0 到 ${points(milli)} 的数，最多两位小数；空着表示没有成绩`,
  scoresChanged: '有人刚改过其中的得分。表中已换成现在存着的，您填的还在，请核对后再保存。',
  noScore: '还没有成绩',
  externalLead: '这项作业不在线上作答，得分由老师登记。',
  externalFacts: { window: '完成时间', points: '满分', release: '得分公布' },
  pointsOfAll: (milli: number) => `${points(milli)} 分`,
  externalRelease: (moment: ReleaseMoment) => ({ handedIn: '登记后', due: '完成时间以后', closed: '关闭以后', never: '不公布' })[moment],
  yourScore: '我的得分',
  typedScore: (milli: number | undefined) => (milli === undefined ? '' : points(milli)),

  // Scores of teachers.
  markingTitle: '批改',
  markingLead: '一题一题地批：同一题连着看全班的作答，不显示姓名。填好分数按回车，存好后看下一份没有批的。',
  scoreQuestion: (label: string) => `批第 ${label} 题`,
  responses: '作答',
  noResponses: '还没有人交',
  scoring: '评分',
  pointsOf: (milli: number) => `得分（满分 ${points(milli)}）`,
  pointsRange: (milli: number) => `请填写 0 到 ${points(milli)} 的数，最多两位小数`,
  saveAndNext: '存下，看下一份',
  responseOf: (position: number, count: number) => `第 ${position} 份，共 ${count} 份`,
  unscoredRest: (count: number) => `还有 ${count} 份没有批`,
  allScored: '全部批完',
  previousResponse: '上一份',
  nextResponse: '下一份',

  // The page for a student.
  start: '开始作答',
  resume: '继续作答',
  again: '再答一次',
  refusals: {
    notOpen: '还没有到开始的时间。',
    closed: '已经截止，不能再开始作答。',
    noAttemptLeft: '允许的作答次数已经用完。',
  } as const,
  startTitle: '开始作答？',
  startLimited: (seconds: number) => `开始后有 ${durationOf(seconds)}，时间按服务器计，离开页面也在走。到时自动收卷。`,
  yourAttempts: '我的作答',
  attemptNo: (no: number) => `第 ${no} 次`,
  attemptLine: ({ finishedAt, closedBy }: AttemptSummary) =>
    finishedAt === undefined
      ? '作答中'
      : `${assignmentTime(finishedAt)} ${closedBy === undefined ? '' : assignmentText.closedBy[closedBy]}`,
  scoreHidden: '得分还没有公布',
  counted1: (milli: number, rule: Assignment['policy']['countedAttempt']) =>
    `计入成绩：${points(milli)} 分（${assignmentText.countedRules[rule]}）`,
  explainScore: ({ earnedMilli, possibleMilli, unscored, lateByMs, lateSteps, deductedMilli }: NonNullable<AttemptSummary['score']>) =>
    [
      `得分 ${points(earnedMilli)} / ${points(possibleMilli)}`,
      ...(unscored > 0 ? [`另有 ${unscored} 题待老师批改`] : []),
      ...(lateByMs > 0 ? [`迟交 ${lateOf(lateByMs)}`] : []),
      ...(deductedMilli > 0 ? [`按 ${lateSteps} 天扣 ${points(deductedMilli)} 分，实得 ${points(earnedMilli - deductedMilli)} 分`] : []),
    ].join('；'),
  seeResult: '看卷子和凭证',
  hideResult: '收起',
  resultTitle: (no: number) => `第 ${no} 次作答`,
  studentResult: (name: string) => `${name}的卷子`,
  result: '卷子',
  unanswered: '没有作答',
  verdictsOf: { correct: '正确', partial: '部分正确', wrong: '不正确', unanswered: '没有作答', unscored: '待批改' } as const,
  earned: (earned: number | undefined, possible: number) =>
    earned === undefined ? `待批改（${points(possible)} 分）` : `${points(earned)} / ${points(possible)} 分`,
  explanation: '解析',
  comment: '老师的评语',
  afterEnd: (count: number) => `有 ${count} 条作答在结束以后才到达服务器，已保存但没有计入。`,

  // Answering.
  answerSignedOut: '登录后才能作答。已经写下的作答都在这台设备上，登录后接着交。',
  toAssignmentPage: '看这份作业',
  loadingPaper: '正在打开试卷',
  paperFailed: '试卷',
  remaining: (text: string) => `剩余 ${text}`,
  clock: (ms: number): string => {
    const seconds = Math.max(0, Math.ceil(ms / 1000));
    const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
    const hours = Math.floor(seconds / 3600);
    return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':');
  },
  timer: '剩余时间',
  untilFive: '还剩 5 分钟',
  untilOne: '还剩 1 分钟',
  questionList: '题目一览',
  yourWork: '我交的内容',
  question: (no: number) => `第 ${no} 题`,
  questionState: (no: number, isAnswered: boolean) => `第 ${no} 题，${isAnswered ? '已答' : '未答'}`,
  saved: (no: number, at: number) => `第 ${no} 题 已存 ${second.format(at)}`,
  onDevice: (no: number) => `第 ${no} 题 已存在本机，正在上传`,
  notStored: (no: number) => `第 ${no} 题 没有存下来，请检查设备的存储空间`,
  notCounted: (no: number, at: number) => `第 ${no} 题 ${second.format(at)} 到达服务器时已经结束，没有计入`,
  otherDevice: (no: number) => `第 ${no} 题 计入的是另一台设备上的作答`,
  takeThis: '改用这台设备的作答',
  offline: '网络不通：作答都存在这台设备上，恢复后自动上传。请不要关机或清除浏览器数据。',
  signedOutHere: '登录已失效：作答都存在这台设备上，重新登录后自动上传。',
  allSaved: '全部已存到服务器',
  waiting: (count: number) => `${count} 题等待上传`,
  answerHint: '写的内容随时自动保存。',
  handIn: '交卷',
  handInTitle: '交卷？',
  handInSummary: (answered: number, all: number) => `共 ${all} 题，已答 ${answered} 题。`,
  handInMissing: '没有作答的题：',
  handInEmpty: '还没有内容。',
  handInFiles: (count: number) => `还有 ${count} 个文件没有传完，交卷以后不能再传。请等它们传完再交。`,
  handInWaiting: (count: number) => `还有 ${count} 题等待上传，会先上传再交卷。`,
  handInConfirm: '确认交卷',
  handInFailed: '没有交上：请检查网络后再试。作答都在这台设备上。',
  backToPaper: '继续作答',
  over: '时间到，卷子已由服务器收上。',

  // The receipt.
  receiptTitle: '交卷凭证',
  handedInTitle: '已交卷',
  handedInLead: '服务器已收到您的卷子，并签发了凭证。请截图或复制保存；任何人都可以用它核验。',
  receiptCode: '凭证',
  copyCode: '复制凭证',
  copied: '已复制',
  receiptFacts: {
    at: '交卷时间',
    answered: '作答',
    events: '保存记录',
    digest: '校验值',
    title: '卷子',
    className: '班级',
    student: '学生',
  },
  answeredOf: (answered: number, all: number) => `${answered} / ${all} 题`,
  eventsOf: (count: number) => `${count} 条`,
  toAssignment: '看结果',
  verifyTitle: '核验交卷凭证',
  verifyLead: '输入交卷时得到的凭证，核对服务器上的作答从交卷以后有没有改动。',
  verify: '核验',
  codeNeeded: '请输入凭证',
  intact: '凭证有效：服务器上的作答与交卷时一致。',
  altered: '凭证由本站签发，但服务器上的作答与交卷时不一致，请联系老师。',
  verifyHere: '核验这份凭证',
} as const;
