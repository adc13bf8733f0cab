/** Texts of the tabs of the product page, and of the desk's part in them. */
import type { ResourceKind } from '@shufang/contract';

const resourceNames: Record<ResourceKind, string> = { figure: '图片', media: '音视频', table: '表格', formula: '公式', code: '代码' };

export const bookPageText = {
  tabs: { resources: '资源', materials: '配套教学资源', changes: '更新记录', editions: '新旧版' },
  failed: (what: string) => `${what}没有加载出来`,
  loading: '正在加载',

  // head
  lastUpdate: (no: number, date: string) => `内容第 ${no} 版，${date}更新`,
  firstRelease: (date: string) => `${date}发布`,

  // editions
  newerEdition: '这本书出了新版：',
  newerEditionLink: (edition: number) => `第 ${edition} 版`,
  keepsThisEdition: '您的这一版可以照常阅读。',
  editionsLead: '同一部教材的各个版次。每一版的阅读权限各自独立：拥有旧版不等于拥有新版，旧版也不会因为出了新版而失效。',
  thisEdition: '当前页面',
  publishedIn: (year: number) => `${year} 年出版`,
  isbnOf: (isbn: string) => `ISBN ${isbn}`,

  // share
  share: '分享',

  // ask my library
  askLibrary: '向图书馆荐购',
  askLibraryBody: (title: string, isbn: string | undefined) =>
    `我想请所在学校（单位）的图书馆购买《${title}》${isbn === undefined ? '' : `（ISBN ${isbn}）`}的数字教材。\n学校（单位）名称：\n院系（部门）：\n用途（课程、人数等）：`,

  // resources
  resourceNames,
  resourceKinds: '资源类型',
  resourceCount: (kind: ResourceKind, count: number) => `${resourceNames[kind]} ${count}`,
  resourceNote: '这里列出独立成段的图片、表格、公式和音视频；夹在文字行里的没有单独列出。',
  untitled: (kind: ResourceKind, index: number) => `${resourceNames[kind]} ${index}`,
  lockedResource: '未开放',
  noResources: '这本书没有图片、表格、公式或音视频。',
  noResourcesHint: '可以到目录里选一章开始读。',
  toContents: '查看目录',

  // changes
  versionNo: (no: number) => `内容第 ${no} 版`,
  currentVersion: '当前版本',
  firstVersion: '首次发布。',
  changeLine: ({ added, changed, removed }: { added: number; changed: number; removed: number }) => {
    const parts = [
      ...(changed > 0 ? [`修改 ${changed} 处`] : []),
      ...(added > 0 ? [`新增 ${added} 处`] : []),
      ...(removed > 0 ? [`删去 ${removed} 处`] : []),
    ];
    return parts.length === 0 ? '正文没有变化。' : `${parts.join('，')}。`;
  },
  changedChapters: '涉及章节',
  chapterChange: (title: string, count: number) => `${title}（${count} 处）`,

  // desk
  versionNotes: '版本与更新说明',
  versionNotesHint: '写给读者看的更新说明，显示在图书页面的“更新记录”里。',
  versionNote: (no: number) => `内容第 ${no} 版的更新说明`,
  saveNote: (no: number) => `保存内容第 ${no} 版的说明`,
  save: '保存说明',
} as const;
