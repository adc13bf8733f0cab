/** Texts of assignments without a paper: what students do, and how the teacher sets it. */
import type { AssignmentTask } from '@shufang/contract';
import { annotationTaskText } from './assignment-annotation.ts';
import { topicText } from './assignment-discussion.ts';
import { handedFileText } from './handed-files.ts';

/** Returns whole minutes of a reading time that is done or needed. */
const minutes = (seconds: number): number => Math.floor(seconds / 60);

export const taskText = {
  accepts: '可以交的文件',
  acceptsPictures: '图片（拍照）',
  acceptsPdf: 'PDF',
  acceptsWord: 'Word 文档（docx）',
  acceptsNeeded: '请至少选一种文件',
  filesMax: '最多几个文件',
  filesMaxWrong: (most: number) => `请填写 1 到 ${most} 的整数`,
  what: '内容',
  /** Returns in one line what students do. */
  describe: (task: AssignmentTask): string => {
    switch (task.kind) {
      case 'reading':
        return `阅读 ${task.chapters.length} 章，共 ${minutes(task.chapters.reduce((sum, { seconds }) => sum + seconds, 0))} 分钟`;
      case 'annotation':
        return annotationTaskText.describe(task);
      case 'discussion':
        return topicText.describe(task);
      case 'upload':
        return `交文件：${handedFileText.namesOf(task.accepts)}，最多 ${task.filesMax} 个`;
    }
  },
  done: '已提交',
  // The hand-in of files, with the same keys as that of a paper.
  handIn: {
    handIn: '提交',
    handInTitle: '提交作业？',
    handInFiles: (count: number) => `还有 ${count} 个文件没有传完，提交以后不能再传。请等它们传完再提交。`,
    handInWaiting: (count: number) => `还有 ${count} 处改动等待上传，会先上传再提交。`,
    handInConfirm: '确认提交',
    handInFailed: '没有交上：请检查网络后再试。文件都在这台设备上。',
    handedInTitle: '已提交',
    handedInLead: '服务器已收到您的作业，并签发了凭证。请截图或复制保存；任何人都可以用它核验。',
    receiptTitle: '提交凭证',
  },
  markingLead: '连着看全班提交的作业，不显示姓名。填好分数按回车，存好后看下一份没有批的。',
  mark: '批改作业',
  ownWaiting: { upload: '还没有交', reading: '还没有读完一章', annotation: '还没有交', discussion: '还没有发言' } satisfies Record<
    AssignmentTask['kind'],
    string
  >,

  // Reading assignments.
  chapters: '要读的章',
  chaptersHint: '学生在每一章读够时间，这一章就算读完；每章的分一样多。时间是阅读器记录的实际阅读时长，发布以前读的也算。',
  chaptersNeeded: '请至少选一章，并填写每章的分钟数（1 到 600 的整数）',
  chaptersLoading: '正在取这本书的章',
  chaptersFailed: '这本书的章',
  noChapters: '这本书没有可以选的章',
  minutesOf: (title: string) => `“${title}”读几分钟`,
  minutes: '分钟',
  readingTitle: '阅读进度',
  readingLead: '读够时间，这一章就算读完；阅读时随时更新，老师看到的是同样的数。',
  readingOff: '您关闭了阅读时长的记录，这份作业无法计入。请在“个人中心”的“隐私与数据”里打开。',
  readingOf: (readSeconds: number, seconds: number) => `${minutes(readSeconds)} / ${minutes(seconds)} 分钟`,
  readingDone: '已读完',
  doneOf: (done: number, all: number) => `已读完 ${done} / ${all} 章`,
  toRead: (title: string) => `去读“${title}”`,
  teacherReading: ({ done, readSeconds }: { done: number; readSeconds: number }, all: number) =>
    `${done} / ${all} 章，${minutes(readSeconds)} 分钟`,
  notRecorded: '没有记录阅读时长',
  readingColumn: '阅读',
  lastDone: '最近读完',
  bestCounts: '每读完一章就得到这一章的分，按读完的时间算迟交；晚读的章不会减少按时读的分。',
  readerLabel: (title: string, readSeconds: number, seconds: number) => `${title}：${minutes(readSeconds)}/${minutes(seconds)} 分钟`,
} as const;
