/** Texts of the import page in the admin area. */
import type { ImportFinding, ImportStage } from '@shufang/contract';
import { fileSize as size } from './file-size.ts';

const chars = (count: number): string => (count >= 10_000 ? `${(count / 10_000).toFixed(1)} 万字` : `${count} 字`);

export const importText = {
  title: '导入图书',
  lead: '把 EPUB 教材变成能在这里阅读的书。导入在服务器上进行，关掉本页也不会中断。',

  // Texts of the form for a new import.
  newImport: '新的导入',
  dropHere: '把 EPUB 文件拖到这里',
  dropNow: '松开鼠标，加入列表',
  or: '或',
  choose: '选择文件',
  fileRule: (bytes: number) => `可以一次选多个 .epub 文件，每个不超过 ${size(bytes)}。`,
  fileField: '要导入的 EPUB 文件',
  chosen: '待导入的文件',
  remove: (name: string) => `移除 ${name}`,
  notEpub: (name: string) => `“${name}”没有加入：只能导入 .epub 文件`,
  tooLarge: (name: string, bytes: number) => `“${name}”没有加入：文件超过 ${size(bytes)}`,
  emptyFile: (name: string) => `“${name}”没有加入：文件是空的`,
  alreadyChosen: (name: string) => `“${name}”已在列表里`,
  publish: '导入后立即上架',
  publishHint: '不勾选则存为草稿，看过导入报告再上架。',
  access: '阅读方式',
  price: '定价（元）',
  priceWrong: '请填写定价，例如 39.80',
  trial: '试读章数',
  trialHint: '没有购买的读者可以先读前几章。',
  trialWrong: '请填写 0 到 1000 之间的整数',
  publisher: '出版社',
  publisherHint: '选填。不填则用文件里写的。',
  level: '适用层次',
  noLevel: '暂不填写',
  categoriesFailed: '学科列表没有加载出来，可以先不分类。',
  start: (count: number) => (count === 0 ? '开始导入' : `开始导入 ${count} 个文件`),
  needFile: '请先选择要导入的文件',

  // Texts of running uploads.
  uploads: '正在上传',
  uploadWaiting: '等待上传',
  uploading: (sent: number) => (sent >= 1 ? '已传完，服务器正在接收' : `已上传 ${Math.floor(sent * 100)}%`),
  uploadOf: (name: string) => `上传进度：${name}`,
  cancelUpload: '取消上传',
  uploadAgain: '重新上传',
  dismiss: '不再显示',

  // Texts of import jobs.
  progressAndHistory: '导入进度和记录',
  history: '导入记录',
  historyHint: (limit: number) => `最近 ${limit} 次，新的在前。`,
  none: '还没有导入过图书',
  noneHint: '选好文件，点“开始导入”，进度和结果会显示在这里。',
  historyFailed: '导入记录没有加载出来',
  retryLoading: '重试',
  stages: {
    queued: '排队中',
    checking: '检查文件',
    unpacking: '解包',
    converting: '转换内容',
    indexing: '建立索引',
    saving: '保存',
    done: '已完成',
    refused: '已拒绝',
    failed: '出错',
    canceled: '已取消',
  } satisfies Record<ImportStage, string>,
  progressOf: (name: string) => `导入进度：${name}`,
  progress: (ratio: number) => `${Math.round(ratio * 100)}%`,
  cancel: '取消',
  cancelOf: (name: string) => `取消导入 ${name}`,
  again: '重新导入',
  againOf: (name: string) => `重新导入 ${name}`,
  progressLost: '进度暂时取不到，正在重试。',
  refusedTitle: '这个文件不能导入',
  foundAt: (location: string) => `位置：${location}`,
  refusedHint: '请按上面的原因修改文件，再重新上传。',
  failedHint: '这是服务器的问题，文件没有错。可以重新导入。',
  existing: '同一个文件以前导入过，没有重复建书。',
  see: '查看图书',
  seeOf: (name: string) => `查看图书 ${name}`,
  size,
  statistics: (counted: { documents: number; chars: number; resources: number; ms: number }) =>
    `${counted.documents} 篇 · ${chars(counted.chars)} · ${counted.resources} 个资源文件 · 用时 ${(counted.ms / 1_000).toFixed(1)} 秒`,

  // Texts of the import report.
  report: '导入报告',
  noFindings: '没有发现需要说明的问题。',
  severities: { refused: '拒绝', dropped: '已去除', repaired: '已修复', notice: '提示' } satisfies Record<
    ImportFinding['severity'],
    string
  >,
  severityCount: (name: string, count: number) => `${name} ${count}`,
  times: (count: number) => `×${count}`,
  line: (line: number) => `第 ${line} 行`,
  firstAt: (location: string) => `首见于 ${location}`,
  moreFindings: (count: number) => `再显示 ${count} 项`,

  shelfState: (title: string, state: string) => `《${title}》${state}`,
  putOnShelf: '上架',
  takeOffShelf: '下架',
  offShelfReason: '下架的原因',
  offShelfLead: '下架后，书目与搜索里不再出现这本书，也不能再购买或使用激活码；已经拥有它的读者仍可阅读。',
  shelfVerbOf: (verb: string, title: string) => `${verb}《${title}》`,
} as const;
