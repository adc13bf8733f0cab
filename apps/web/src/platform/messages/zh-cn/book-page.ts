/** Texts of the product page that are needed on the first visit. The texts of its tabs are in `book-tabs.ts`. */
export const bookPageText = {
  tabs: { resources: '资源', materials: '配套教学资源', changes: '更新记录', editions: '新旧版', accessibility: '无障碍' },
  failed: (what: string) => `${what}没有加载出来`,
  loading: '正在加载',

  // Texts of the header of the page.
  lastUpdate: (no: number, date: string) => `内容第 ${no} 版，${date}更新`,
  firstRelease: (date: string) => `${date}发布`,

  // Texts of the editions of a book.
  newerEdition: '这本书出了新版：',
  newerEditionLink: (edition: number) => `第 ${edition} 版`,
  keepsThisEdition: '您的这一版可以照常阅读。',

  // Texts of sharing a book.
  share: '分享',

  // Texts of recommending a book to a library.
  askLibrary: '向图书馆荐购',
} as const;
