/** Texts of question banks: the list of banks, a bank with its questions, moving and exporting. */
import type { QuestionBank, QuestionStatus } from '@shufang/contract';
import { chineseDates } from '../../chinese-dates.ts';

const day = chineseDates({ dateStyle: 'medium' });

const ownerKinds: Readonly<Record<QuestionBank['owner']['kind'], string>> = {
  teacher: '我的',
  class: '班级',
  institution: '学校',
  book: '教材',
};

const ownerOf = ({ kind, name }: QuestionBank['owner']): string =>
  name === undefined ? ownerKinds[kind] : `${ownerKinds[kind]} · ${name}`;

export const questionsText = {
  // The list of banks.
  banks: '题库',
  banksWhat: '题库',
  noBanks: '还没有题库',
  noBanksHint: '把题目存进题库，就能反复用于作业和考试，也能从 GIFT、Aiken 等文件导入。',
  createBank: '新建题库',
  bankName: '题库名称',
  bankNameNeeded: '请填写题库名称',
  owner: '谁可以用',
  ownOwner: '只有我自己',
  ownerOption: (kind: Exclude<QuestionBank['owner']['kind'], 'teacher'>, name: string) =>
    ({ class: `班级“${name}”的任课老师`, institution: `“${name}”的全体老师`, book: `教材《${name}》的作者，用书的老师可查看` })[kind],
  save: '保存',
  cancel: '取消',
  columns: { name: '题库', owner: '归属', questions: '题数', createdAt: '建立时间' },
  ownerOf,
  belongsTo: (owner: QuestionBank['owner']) => `归属：${ownerOf(owner)}`,
  count: (count: number) => `${count} 题`,
  dateOf: (at: number) => day.format(at),
  archived: '已归档',
  viewOnly: '只能查看',
  archivedBanks: (count: number) => `已归档的题库（${count}）`,

  // A bank.
  bankTitle: '题库',
  bankSignedOut: '登录后，在这里管理您的题库：题目、分类、导入和导出。',
  bankNotFound: '没有找到这个题库',
  bankNotFoundHint: '它可能已删除，或您没有使用它的权限。',
  toBanks: '回到我的题库',
  backTo: (name: string) => `回到题库“${name}”`,
  create: '新建题目',
  import: '导入题目',
  exportAll: '导出',
  editBank: '题库设置',
  archiveBank: '归档题库',
  restoreBank: '恢复题库',
  archiveBankLead: '归档后题目只能查看、复制和导出，用到这些题的作业和考试不受影响。可以随时恢复。',
  filters: '筛选题目',
  search: '搜索题干、选项、标签',
  folder: '分类',
  noFolder: '未分类',
  manageFolders: '管理分类',
  type: '题型',
  tag: '标签',
  knowledgePoint: '知识点',
  status: '状态',
  statuses: { active: '在用', archived: '已归档' } satisfies Record<QuestionStatus, string>,
  what: '题目',
  noQuestions: '还没有题目',
  noQuestionsHint: '可以逐题新建，也可以一次导入一整份。',
  noneFound: '没有符合条件的题目',
  noneFoundHint: '换个条件，或清除筛选。',
  clearFilters: '清除筛选',
  question: { text: '题目', type: '题型', points: '分值', labels: '标签与知识点', updatedAt: '修改时间' },
  select: (excerpt: string) => `选择“${excerpt}”`,
  selectAll: '选择这一页显示的全部题目',
  untitled: '（没有文字）',
  points: (milli: number) => `${milli / 1000} 分`,
  difficulty: (level: number) => `难度 ${level}`,
  selected: (count: number) => `已选 ${count} 题`,
  move: '移动',
  copy: '复制',
  archive: '归档',
  restore: '恢复',
  clearSelection: '取消选择',
  tooManySelected: (max: number) => `一次最多 ${max} 题`,
  moveTitle: (count: number) => `移动 ${count} 题`,
  copyTitle: (count: number) => `复制 ${count} 题`,
  toBank: '到哪个题库',
  toFolder: '到哪个分类',
  moveSubmit: '移动',
  copySubmit: '复制',

  // Folders.
  foldersTitle: '分类',
  folderNameNeeded: '请填写分类名称',
  addFolder: '新建分类',
  renameFolder: '改名',
  renameFolderOf: (name: string) => `给“${name}”改名`,
  deleteFolder: '删除',
  deleteFolderOf: (name: string) => `删除“${name}”`,
  deleteFolderTitle: (name: string) => `删除分类“${name}”？`,
  deleteFolderLead: '里面的题目不会删除，会变成“未分类”。',
  noFolders: '还没有分类。可以按章节、题型或学期来分。',
  close: '关闭',
} as const;
