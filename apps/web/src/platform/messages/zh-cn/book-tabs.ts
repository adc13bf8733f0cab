/** Texts of the tabs of the product page, which are loaded when a tab is opened, and of their admin forms. */
import type { ResourceKind } from '@shufang/contract';

const resourceNames: Record<ResourceKind, string> = { figure: '图片', media: '音视频', table: '表格', formula: '公式', code: '代码' };

export const bookTabsText = {
  // Texts of the tab with the editions.
  editionsLead: '同一部教材的各个版次。每一版的阅读权限各自独立：拥有旧版不等于拥有新版，旧版也不会因为出了新版而失效。',
  thisEdition: '当前页面',
  publishedIn: (year: number) => `${year} 年出版`,
  isbnOf: (isbn: string) => `ISBN ${isbn}`,

  // Texts of the tab with the resources.
  resourceNames,
  resourceKinds: '资源类型',
  resourceCount: (kind: ResourceKind, count: number) => `${resourceNames[kind]} ${count}`,
  resourceNote: '这里列出独立成段的图片、表格、公式和音视频；夹在文字行里的没有单独列出。',
  untitled: (kind: ResourceKind, index: number) => `${resourceNames[kind]} ${index}`,
  lockedResource: '未开放',
  noResources: '这本书没有图片、表格、公式或音视频。',
  noResourcesHint: '可以到目录里选一章开始读。',
  toContents: '查看目录',

  // Texts of the tab with the version history.
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
  changedSince: (no: number) => `第 ${no} 版以后改了什么`,
  changedChapters: '涉及章节',
  chapterChange: (title: string, count: number) => `${title}（${count} 处）`,

  // Texts of the admin forms.
  versionNotes: '版本与更新说明',
  versionNotesHint: '写给读者看的更新说明，显示在图书页面的“更新记录”里。',
  versionNote: (no: number) => `内容第 ${no} 版的更新说明`,
  saveNote: (no: number) => `保存说明：内容第 ${no} 版`,
  save: '保存说明',
  notesOfReaders: '读者笔记的统计',
  readersNotes: ({ exact, moved, fuzzy, orphan }: { exact: number; moved: number; fuzzy: number; orphan: number }) =>
    `读者的笔记：${exact} 条仍在原处，${moved} 条随文字移动，${fuzzy} 条文字有改动，${orphan} 条失去位置`,
  anchoringNotes: (done: number, remaining: number) => `正在为读者的笔记重新定位：${done} / ${done + remaining}`,
} as const;
