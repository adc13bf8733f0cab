/** Texts of the catalog: home, list, product page, search. */
import type {
  AccessModel,
  AccessRight,
  BookLevel,
  BookRole,
  BookSort,
  BookSource,
  CategoryKind,
  CollectionKind,
  CourseFilter,
  CourseSort,
  MediaKind as FilteredMedia,
  ResourceKind,
  SearchHit,
  ShelfState,
} from '@shufang/contract';

const levelNames: Record<BookLevel, string> = {
  primary: '小学',
  junior: '初中',
  senior: '高中',
  secondaryVoc: '中职',
  higherVoc: '高职',
  undergrad: '本科',
  postgrad: '研究生',
  continuing: '继续教育',
};

const accessNames: Record<AccessModel, string> = { free: '免费', paid: '付费', codeOnly: '书码', institutionOnly: '机构' };

export const catalogText = {
  // Texts of the search box.
  searchLabel: '搜索教材',
  searchPlaceholder: '书名、作者、ISBN 或正文中的一句话',
  search: '搜索',
  suggestions: '搜索联想',
  searchGroups: { recent: '最近搜索', hot: '热搜' },
  forgetRecent: '清除最近搜索',
  clear: '清空',

  // Texts of the home page.
  homeTitle: '开卷有益',
  homeLead: '在这里找书、读书，把想法记在页边。换一台设备，从上次那一行接着读。',
  disciplines: '按学科找书',
  continueReading: '继续阅读',
  continueAction: '继续',
  closedAction: '查看',
  cannotReadNow: '您现在不能阅读本书，打开可查看原因和办法',
  newest: '新书',
  free: '免费阅读',
  hot: '热门',
  more: '更多',
  homeFailed: '推荐和学科分类没有加载出来',
  moreOf: (name: string) => `更多：${name}`,
  collections: '专题与书单',
  banners: '推荐',
  bannerPrevious: '上一个推荐',
  bannerNext: '下一个推荐',
  bannerOpen: '去看看',
  bannerPosition: (index: number, count: number) => `第 ${index} 个，共 ${count} 个`,
  allBooks: '全部教材',
  emptyLibrary: '书库还没有图书',
  emptyLibraryReader: '图书正在准备，过些时候再来看看。',
  redeemHere: '用书上的码开通',
  scanHelp: '怎么扫书上的码',
  teacherHere: '教师入口',
  institutionRow: (name: string) => `我校可读 · ${name}`,

  // Texts of the cards of books and collections.
  authorsBy: (authors: string) => authors,
  owned: '已拥有',
  removed: '已停止阅读',
  sharedRights: { institution: '我校可读', class: '班级可读' },
  mayTry: '试读',
  redeem: '用书码开通',
  codeFails: '书码无法使用',
  progress: (ratio: number) => `已读 ${Math.round(ratio * 100)}%`,
  readUpTo: (chapter: string) => `读到：${chapter}`,
  bookStart: '刚开始读',
  coverOf: (title: string) => `《${title}》封面`,
  priceFen: (fen: number) => `¥${(fen / 100).toFixed(2)}`,
  accessModels: accessNames,
  editionNo: (edition: number) => `第 ${edition} 版`,
  olderEdition: '有新版',
  planned: '规划教材',
  planProof: (name: string, proof: string) => `${name}（依据：${proof}）`,

  // Texts of the list of all books.
  listHeading: '教材列表',
  courseLead: '按学科、出版社和内容找教材。',
  listLead: (total: number) => `共 ${total} 本`,
  filters: '筛选',
  filtersWithCount: (chosen: number): string => (chosen === 0 ? '筛选' : `筛选 · ${chosen}`),
  filterNames: {
    category: '学科',
    level: '层次',
    access: '阅读方式',
    language: '语言',
    publisher: '出版社',
    plan: '规划教材',
    media: '内容',
    year: '出版年',
  } satisfies Record<CourseFilter, string>,
  media: { video: '有视频', audio: '有音频', quiz: '有练习题' } satisfies Record<FilteredMedia, string>,
  levels: levelNames,
  /** Names of the levels of each category tree, from the top. */
  categoryLevels: {
    discipline: ['学科', '专业类', '专业'],
    vocational: ['专业大类', '专业类', '专业'],
    school: ['学段', '年级', '学科'],
  } satisfies Record<CategoryKind, readonly string[]>,
  categoryKinds: { discipline: '高等教育学科门类', vocational: '职业教育专业大类', school: '中小学' } satisfies Record<
    CategoryKind,
    string
  >,
  yearOf: (year: number) => `${year} 年`,
  allOf: (label: string) => `全部${label}`,
  all: '全部',
  sort: '排序',
  sortedBy: (name: string) => `按${name}排序`,
  sorts: { default: '综合', newest: '最新', hot: '最热', rating: '评分', title: '书名' } satisfies Record<CourseSort, string>,
  courseViews: { grid: '封面', table: '表格' },
  /** States of a book in the catalog, for those who edit it and for its authors. */
  shelfStates: { draft: '草稿', published: '已上架', offShelf: '已下架' } satisfies Record<ShelfState, string>,
  tableColumns: {
    title: '书名',
    authors: '作者',
    publisher: '出版社',
    categories: '学科',
    published: '上架',
    access: '阅读方式',
  },
  loadMore: '加载更多',
  loadingMore: '正在加载',
  noneFound: '没有符合条件的教材',
  noneFoundHint: '去掉一个条件再看看：',
  noneFoundAnyhow: '去掉其中任何一个条件也还没有。',
  dropFilter: (name: string) => `去掉“${name}”`,
  clearFilters: '清除全部条件',
  bookCount: (count: number) => `${count} 本`,

  // Texts of the list of the books of one source.
  sources: {
    new: '新书',
    hot: '热门',
    free: '免费阅读',
    plan: '规划教材',
    institution: '我校可读',
    publisher: '出版社',
    author: '作者',
    collection: '书单',
  } satisfies Record<BookSource, string>,
  /** `name`: name of the publisher, author, plan or collection; absent until it is loaded. */
  sourceTitle: (source: BookSource, name: string | undefined): string => {
    if (name === undefined || source === 'institution') return catalogText.sources[source];
    return source === 'publisher' ? `${name}的图书` : source === 'author' ? `${name}的著作` : name;
  },
  sourceLeads: {
    new: '按上架时间，最新的在前。',
    hot: '近 30 天读的人最多的书。',
    free: '不用登录就可以读完全文。',
    plan: '列入国家和省级教材规划的教材，书页上写明依据的文号。',
    institution: '所在机构已购买，在机构网络内或以机构身份登录后可以读完全文。',
    publisher: '这家出版社在书房上架的全部图书。',
    author: '这位作者在书房上架的全部图书。',
    collection: '编辑排列的次序。',
  } satisfies Record<BookSource, string>,
  sourceEmpty: {
    new: '书库还没有图书',
    hot: '近 30 天还没有人读书',
    free: '还没有免费的图书',
    plan: '还没有规划教材',
    institution: '校园网内可直接阅读',
    publisher: '没有这家出版社的图书',
    author: '没有这位作者的图书',
    collection: '这个书单里还没有可读的书',
  } satisfies Record<BookSource, string>,
  sourceEmptyHint: '可以到全部教材里按学科找。',
  institutionLead: (name: string) => `由${name}购买，在机构网络内或以机构身份登录后可以读完全文。`,
  institutionSignIn: '机构登录',
  perhapsLicensed: '您所在的学校可能已购买本书：',
  licensedBy: (names: string) => `${names}已购买本书，以机构身份登录后可以阅读。`,
  institutionAway: '这台设备不在已购买图书的机构网络里。连上校园网，或用学校的账号登录，机构购买的图书会列在这里。',
  institutionEmpty: '所在机构还没有购买图书',
  listSorts: { default: '默认', newest: '最新', hot: '最热', title: '书名' } satisfies Record<BookSort, string>,
  sortLabel: '排序',
  choiceWithCount: (name: string, count: number): string => `${name}（${count}）`,
  viewLabel: '排列方式',
  views: { grid: '封面', rows: '列表' },
  listFailed: '列表没有加载出来',
  pageFailed: '后面的书没有加载出来',
  loadedOf: (loaded: number, total: number) => `已显示 ${loaded} 本，共 ${total} 本`,
  listEnd: (total: number) => `共 ${total} 本，已全部显示`,
  choose: '选择',
  chooseEnd: '完成',
  chooseBook: (title: string) => `选择《${title}》`,
  chooseAll: '全选已显示的',
  chosen: (count: number) => `已选 ${count} 本`,
  chosenActions: '对所选图书',
  exportList: '导出清单',
  exportFailed: '清单没有生成，请检查网络后再试',
  exportName: (title: string) => `${title}-书单`,
  exportColumns: ['书名', '作者', '出版社', 'ISBN', '规划教材', '阅读方式', '定价（元）', '字数', '网址'],

  // Texts of the page of a collection.
  kinds: { series: '丛书', topic: '专题', list: '书单', plan: '规划教材目录' } satisfies Record<CollectionKind, string>,
  curator: (name: string) => `编者：${name}`,
  updated: (date: string) => `更新于${date}`,
  totals: ({ books, chars, owned }: { books: number; chars: number; owned: number }) =>
    [
      `共 ${books} 本`,
      `${chars >= 10_000 ? `${(chars / 10_000).toFixed(1)} 万` : chars} 字`,
      ...(owned > 0 ? [`已拥有 ${owned} 本`] : []),
    ].join(' · '),
  collectionBooks: '图书',
  collectionEmpty: '这里还没有图书',
  collectionEmptyHint: '编辑还在整理，过些时候再来看看。',
  openAsList: '以列表查看',
  addAllToShelf: '全部加入书架',
  share: '分享',
  related: '相关专题与书单',
  offShelf: '已下架',
  collectionGone: '没有找到这个专题或书单',
  collectionCount: (count: number) => `${count} 本`,

  // Texts of the product page.
  tabs: { about: '简介', contents: '目录' },
  noDescription: '这本书还没有简介。',
  publisher: '出版社',
  placeOfPublication: '出版地',
  published: '出版时间',
  edition: '版次',
  level: '层次',
  isbn: 'ISBN',
  length: '字数',
  wordCount: (chars: number) => (chars >= 10_000 ? `${(chars / 10_000).toFixed(1)} 万字` : `${chars} 字`),
  languageOf: '语言',
  updatedAt: '更新时间',
  contains: '内含',
  mediaCounts: (counts: Readonly<Record<MediaKind | 'audioSeconds' | 'videoSeconds', number>>) =>
    mediaKinds
      .flatMap((kind) => {
        if (counts[kind] === 0) return [];
        const seconds = kind === 'video' ? counts.videoSeconds : kind === 'audio' ? counts.audioSeconds : 0;
        const length = seconds === 0 ? '' : `（${catalogText.mediaLength(seconds)}）`;
        // No-break spaces keep a number and its unit on one line.
        return [`${mediaNames[kind]} ${counts[kind]} ${mediaUnits[kind]}${length}`.replaceAll(' ', '\u00a0')];
      })
      .join('、'),
  mediaLength: (seconds: number) => (seconds < 60 ? `${seconds} 秒` : `${Math.round(seconds / 60)} 分钟`),
  subjects: '主题',
  rights: '版权',
  accessBox: '阅读权限',
  mainActions: { continue: '继续学习', start: '开始学习', trial: '试读' },
  tryAgain: '重试',
  trialLine: (chapters: number) => `可试读 ${chapters} 章`,
  endsAt: (date: string) => `有效期至 ${date}`,
  readingMinutes: (minutes: number) => `约 ${minutes} 分钟`,
  mediaMinutes: (minutes: number) => `音视频 ${minutes} 分钟`,
  openChapter: '可试读',
  lockedChapter: '未开放',
  noContents: '这本书没有目录。',
  expand: (title: string) => `展开“${title}”的下级目录`,
  bookNotFound: '没有找到这本书',
  roles: {
    chiefEditor: '主编',
    associateEditor: '副主编',
    contributor: '参编',
    chiefReviewer: '主审',
    digitalEditor: '数字编委',
    responsibleEditor: '责任编辑',
    author: '著',
    translator: '译',
    editor: '编',
    illustrator: '绘',
    narrator: '朗读',
  } satisfies Record<BookRole, string>,
  unitOf: (unit: string) => `（${unit}）`,
  rightNames: {
    owned: '已拥有',
    institution: '机构提供',
    class: '班级提供',
    free: '免费',
    trial: '试读',
    none: '未开通',
  } satisfies Record<AccessRight['kind'], string>,

  // Texts of search results.
  hitKinds: {
    title: '书名',
    author: '作者',
    isbn: 'ISBN',
    chapter: '章节',
    body: '正文',
    formula: '公式',
    resource: '资源',
  } satisfies Record<SearchHit['kind'], string>,
  locked: '开通后可打开',
  hitCount: (hits: number) => `${hits} 处`,
  inText: '正文',
  resourceNames: { figure: '图片', media: '音视频', table: '表格', formula: '公式', code: '代码' } satisfies Record<ResourceKind, string>,
  paperPage: (page: string) => `纸书第 ${page} 页`,
  browseAll: '浏览全部教材',
  failedRow: '这一栏没有加载出来',
  retry: '重试',
} as const;

const mediaKinds = ['video', 'audio', 'questions', 'images', 'tables', 'formulas', 'code'] as const;
type MediaKind = (typeof mediaKinds)[number];
const mediaNames: Record<MediaKind, string> = {
  images: '图片',
  tables: '表格',
  formulas: '公式',
  audio: '音频',
  video: '视频',
  code: '代码',
  questions: '练习题',
};
const mediaUnits: Record<MediaKind, string> = {
  images: '幅',
  tables: '张',
  formulas: '个',
  audio: '段',
  video: '段',
  code: '段',
  questions: '道',
};

let languageNames: Intl.DisplayNames | undefined;

/**
 * Returns the name of a language: simplified Chinese for `zh-CN` and `zh`, traditional Chinese for `zh-TW` and `zh-HK`, and other languages
 * without their region.
 */
const likelyName = (tag: string): string | undefined => {
  languageNames ??= new Intl.DisplayNames('zh-CN', { type: 'language', fallback: 'code' });
  const { language, script } = new Intl.Locale(tag).maximize();
  return languageNames.of(language === 'zh' && script !== undefined ? `zh-${script}` : language);
};

/** Returns `简体中文` for `zh-Hans` or `zh-CN`, and the tag itself for an unknown language. */
export const languageName = (tag: string): string => {
  if (tag === '') return '未注明';
  try {
    return likelyName(tag) ?? tag;
  } catch {
    // `Intl` throws an error for an invalid language tag, which the metadata of a book may contain.
    return tag;
  }
};
