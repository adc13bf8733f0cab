/** Texts of attendance and polls in class. */
import type { AttendanceState, Poll, PollState } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const time = chineseDates({ dateStyle: 'medium', timeStyle: 'short' });
const day = chineseDates({ month: 'long', day: 'numeric' });
const LETTERS = 'ABCDEFGH';

export const classroomText = {
  cancel: '取消',
  signedOut: '登录后可以查看课堂签到和投票。',
  back: '回班级页',
  at: (at: number) => time.format(at),

  // Attendance.
  attendance: '签到',
  attendanceWhat: '签到记录',
  open: '开始签到',
  openTitle: '开始签到',
  titleField: '名称',
  titleNeeded: '请填写签到的名称',
  titleAt: (at: number) => `${day.format(at)}课堂签到`,
  method: '方式',
  methods: { code: '学生输入大屏幕上的签到码', manual: '老师点名' },
  late: '多少分钟后算迟到（选填）',
  lateHint: '不填就不记迟到。',
  lateInvalid: (max: number) => `请填 1 到 ${max} 的整数`,
  none: '还没有签到过',
  noneForTeacher: '点“开始签到”，把签到码投到大屏幕上，学生用自己的手机输入。',
  noneForStudent: '老师开始签到后，会出现在这里。',
  columns: { title: '签到', counts: '情况', own: '我的出勤', state: '状态' },
  isOpen: '进行中',
  isClosed: '已结束',
  states: { present: '出勤', late: '迟到', madeUp: '补签', leave: '事假', sick: '病假', absent: '缺勤' } satisfies Record<
    AttendanceState,
    string
  >,
  notYet: '未签到',
  countsOf: (counts: Partial<Record<AttendanceState, number>>, members: number) => {
    const here = (counts.present ?? 0) + (counts.late ?? 0) + (counts.madeUp ?? 0);
    const parts = [`到 ${here} / ${members} 人`];
    if (counts.late) parts.push(`迟到 ${counts.late}`);
    if (counts.leave) parts.push(`事假 ${counts.leave}`);
    if (counts.sick) parts.push(`病假 ${counts.sick}`);
    if (counts.absent) parts.push(`缺勤 ${counts.absent}`);
    return parts.join(' · ');
  },
  exportAll: '导出 Excel',
  show: '投屏显示签到码',
  records: '名单',
  recordsOf: (title: string) => `名单：${title}`,
  close: '结束签到',
  closeTitle: '结束这次签到？',
  closeLead: '签到码随即失效，还没有登记的学生记为缺勤；确实到课的，之后可以补签。',
  notFound: '没有找到这次签到',
  notFoundHint: '它可能已删除，或只有任课教师和课代表能看。',
  student: '姓名',
  studentNo: '学号',
  how: '登记',
  byCode: (at: number) => `${time.format(at)} 输入签到码`,
  byHand: (at: number) => `${time.format(at)} 由老师登记`,
  sharesDevice: '与他人同一台设备',
  sharesDeviceHint: '“与他人同一台设备”只是提示：同学之间可能借用手机。',
  stateOf: (name: string) => `${name}的出勤`,
  note: '备注',
  noStudents: '班里还没有学生',
  allPresent: '其余全部出勤',
  openedLine: (at: number) => `${time.format(at)} 开始`,

  // What a student does.
  checkInTitle: (title: string) => `正在签到：${title}`,
  codeField: '签到码',
  codeHint: '看大屏幕，每 10 秒换一个。',
  checkIn: '签到',
  checkedIn: (state: AttendanceState) => `您已登记为“${classroomText.states[state]}”。`,

  // The page for the projector.
  boardStep: '打开班级页的“互动”，输入签到码',
  boardChanges: (seconds: number) => `${seconds} 秒后换码`,
  boardCount: (present: number, members: number) => `已签到 ${present} / ${members} 人`,
  boardQr: '签到页的二维码',
  boardClosed: '这次签到已结束',
  boardOnlyTeacher: '只有任课教师和课代表能投屏签到码',

  // Polls.
  polls: '投票',
  pollsWhat: '投票列表',
  create: '新建投票',
  question: '问题',
  questionNeeded: '请填写问题',
  option: (at: number) => `选项 ${LETTERS[at] ?? ''}`,
  options: '选项',
  optionsHint: '至少两个，空着的不算。',
  optionsNeeded: '请至少填写两个选项',
  addOption: '添加选项',
  correct: '正确答案（选填）',
  noCorrect: '没有正确答案',
  correctEmpty: '正确答案对应的选项是空的',
  save: '保存',
  noPolls: '还没有投票',
  noPollsForTeacher: '新建一个投票，开始后学生在手机上选。适合先各自选、讨论后再选一次。',
  noPollsForStudent: '老师开始投票后，会出现在这里。',
  pollStates: { draft: '未开始', first: '投票中', discussing: '讨论中', second: '第二轮投票中', closed: '已结束' } satisfies Record<
    PollState,
    string
  >,
  openBoard: '打开大屏',
  openBoardOf: (question: string) => `打开大屏：${question}`,
  remove: '删除',
  removeOf: (question: string) => `删除投票：${question}`,
  removeTitle: '删除这个投票？',
  removeLead: '票数一起删除，不能恢复。',
  moves: {
    first: '开始投票',
    discussing: '先讨论，再投一轮',
    second: '开始第二轮',
    closed: '结束并公布结果',
  } satisfies Record<Exclude<PollState, 'draft'>, string>,
  letter: (at: number) => LETTERS[at] ?? '',
  voted: ({ voters, members }: Pick<Poll, 'voters' | 'members'>) => `已投 ${voters} / ${members} 人`,
  vote: '投票',
  changeVote: '改投',
  yourVote: (letter: string) => `您选了 ${letter}，这一轮结束前可以改。`,
  discuss: '请和身边的同学讨论，老师开始第二轮后再选一次。',
  yourVotes: (letters: readonly string[]) => `您的选择：${letters.join('，')}`,
  roundName: (round: number) => `第 ${round} 轮`,
  result: (rounds: number) => (rounds > 1 ? '两轮结果' : '结果'),
  bar: (letter: string, option: string, votes: number, share: number) => `${letter}. ${option}：${votes} 票，${share}%`,
  votes: (votes: number, share: number) => `${votes} 票 · ${share}%`,
  isCorrect: '正确答案',
  showBars: '显示分布',
  hideBars: '收起分布',
  pollNotFound: '没有找到这个投票',
  pollNotFoundHint: '它可能已删除，或还没有开始。',
  noVote: '没有投',
} as const;
