/** Texts of the search page. Those of its hits and of the search box: `catalog.ts`. */
export const searchText = {
  searchTitle: '搜索',
  searchTabs: { all: '全部', books: '图书', body: '正文', formulas: '公式', resources: '资源', collections: '专题', notes: '我的笔记' },
  searchTabsLabel: '搜索范围',
  allOfTab: (tab: string, count: number) => `查看全部${tab}（${count}）`,
  searchHint:
    '可以搜书名、作者、ISBN、章节标题，也可以直接搜正文里的一句话、图表等资源、专题和自己的笔记；两个字就能搜。公式照样输入，如 E=mc^2、a/b 或 \\frac{a}{b}。',
  resultsFor: (q: string) => `“${q}”的搜索结果`,
  previewsSpent: '有的书您还没有开通，今天能预览的段落已经看完，只显示章节名；开通后可以看到全部上下文。',
  previewsSignIn: '已经拥有？请登录',
  noHits: (q: string) => `没有找到与“${q}”相关的内容`,
  noHitsHint: '试试换一个说法，或减少几个字；也可以到全部教材里按学科找。',
  guessLead: '您要找的是不是：',
  askForBook: '申请荐购',
  askForBookHint: '确定馆里没有这本书？可以推荐我们购买，有了结果会告诉您。',
  askForBookBody: (q: string) => `我想推荐购买一本书。\n书名：${q}\n作者：\n出版社或 ISBN：\n用途（课程、人数等）：`,
  searchFailed: '搜索结果没有加载出来',
} as const;
