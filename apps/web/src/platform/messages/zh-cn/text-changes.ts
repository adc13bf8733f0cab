/** Texts of what changed in a book since the user read it. */
const many = (count: number, isCut: boolean): string => (isCut ? `超过 ${count} 处` : `${count} 处`);

export const textChangesText = {
  // Texts of the notice on the page of the book and in the reader.
  updated: (count: number, isCut: boolean) => `您上次阅读以后，更新 ${many(count, isCut)}`,
  updatedUncounted: '您上次阅读以后，这本书更新过',
  show: '看改了什么',
  dismiss: '不再提示这次更新',

  // Texts of the page with the changes.
  pageTitle: '更新内容',
  heading: (title: string) => `《${title}》更新内容`,
  versions: (from: { no: number; date: string }, to: { no: number; date: string }) =>
    `从内容第 ${from.no} 版（${from.date}）到第 ${to.no} 版（${to.date}）`,
  count: (count: number, isCut: boolean) => `更新 ${many(count, isCut)}`,
  cut: '改动太多，后面的没有列出。',
  loading: '正在比较新旧文字',
  failed: '更新内容没有加载出来',
  retry: '重试',
  emptyTitle: '您能读的章节没有改动',
  emptyHint: '这次更新没有改动文字，或改动在尚未开放的章节里。',
  state: {
    indexing: { title: '新版刚刚发布', hint: '正在整理新版的文字，请过几分钟再来。' },
    tooLarge: { title: '改动太多，无法逐处列出', hint: '请在图书页的“更新记录”里看编辑写的更新说明。' },
    noText: { title: '旧版的文字没有保存', hint: '无法逐处比较。请在图书页的“更新记录”里看编辑写的更新说明。' },
  },
  toBook: '图书页',
  untitledChapter: '未命名章节',
  kinds: {
    changed: () => '修改',
    added: (blocks: number) => `新增 ${blocks} 段`,
    removed: (blocks: number) => `删去 ${blocks} 段`,
    moved: (blocks: number) => `${blocks} 段移到了这里`,
  },
  parts: { deleted: '删去：', inserted: '新增：', moved: '移来：', end: '。' },
  open: '在书中查看',
  openNumbered: (number: number) => `在书中查看第 ${number} 处`,

  // Texts of the report of the user's notes.
  notesTitle: '您在这本书里的笔记',
  notesEmpty: '您在这本书里还没有笔记。',
  notes: {
    exact: (count: number) => `${count} 条笔记仍在原处`,
    moved: (count: number) => `${count} 条随文字移动`,
    fuzzy: (count: number) => `${count} 条文字有改动`,
    orphan: (count: number) => `${count} 条失去位置`,
  },
} as const;
