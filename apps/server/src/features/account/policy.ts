/**
 * Who may do what: the one owner of that rule, asked by the router at every call and by use cases that reach further for some.
 * Deny by default: a role has what its row grants, a call what its line names, and nothing else is open. The table is that of
 * product.md §5; what a person may do is the sum over the roles they hold.
 */
import { type Permission, type Role } from '@shufang/contract';
import type { CallPolicy } from '../../platform/http/call-policy.ts';

/** Who calls, as the table sees it. */
export type Actor = Role | 'anonymous';

/**
 * How far a grant reaches: everything; what belongs to the publisher, institution, class, book or review round the role was given
 * for; what the person has a right to; what is theirs.
 */
export type Reach = 'all' | 'publisher' | 'institution' | 'class' | 'book' | 'round' | 'entitled' | 'own';

type Grants = Readonly<Partial<Record<Actor, Reach>>>;

const everyRole = (reach: Reach): Grants => ({
  reader: reach,
  teacher: reach,
  author: reach,
  expert: reach,
  editor: reach,
  finance: reach,
  orgAdmin: reach,
  admin: reach,
});

const GRANTS: Readonly<Record<Permission, Grants>> = {
  signIn: { anonymous: 'all', ...everyRole('all') },
  browse: { anonymous: 'all', ...everyRole('all') },

  ownAccount: everyRole('own'),
  exportOwnData: everyRole('own'),

  readFullText: {
    reader: 'entitled',
    teacher: 'entitled',
    author: 'book',
    expert: 'round',
    editor: 'publisher',
    orgAdmin: 'entitled',
    admin: 'all',
  },
  annotate: { reader: 'own', teacher: 'own', author: 'own', expert: 'own', editor: 'own', orgAdmin: 'own', admin: 'own' },
  buy: { reader: 'own', teacher: 'own', author: 'own', expert: 'own', editor: 'own', orgAdmin: 'own' },

  joinClass: { reader: 'own', teacher: 'all', author: 'all', expert: 'all' },
  runClass: { teacher: 'own', admin: 'all' },
  viewClass: { teacher: 'own', orgAdmin: 'institution', admin: 'all' },
  seeStudentData: { reader: 'own', teacher: 'class' },
  seeStudentTotals: { teacher: 'class', orgAdmin: 'institution' },
  auditStudentData: { admin: 'all' },
  useTeacherResources: { teacher: 'all', author: 'book', editor: 'publisher', admin: 'all' },

  editChapters: { author: 'book', editor: 'publisher' },
  submitVersion: { author: 'book', editor: 'publisher', admin: 'all' },
  runReviewRound: { editor: 'publisher', admin: 'all' },
  scoreReview: { expert: 'round', editor: 'publisher' },
  replyInReview: { author: 'book' },
  seeExpertIdentity: { expert: 'own', editor: 'publisher', admin: 'all' },

  /** Not in the table of product.md: bringing a file in is the first half of publishing it. */
  importBook: { editor: 'publisher', admin: 'all' },
  publishBook: { editor: 'publisher', admin: 'all' },
  requestPublication: { author: 'book' },
  curate: { editor: 'publisher', admin: 'all' },
  shareList: { reader: 'own', teacher: 'own' },
  approveApplication: { editor: 'publisher', admin: 'all' },
  confirmApplication: { orgAdmin: 'institution' },

  seeBookStatistics: { author: 'book', editor: 'publisher', admin: 'all' },
  seeClassStatistics: { teacher: 'class', admin: 'all' },
  seeLicenceUse: { orgAdmin: 'institution', admin: 'all' },
  seeRevenue: { author: 'own', finance: 'publisher', admin: 'all' },
  manageCodes: { finance: 'publisher', admin: 'all' },
  requestCodes: { editor: 'publisher' },
  /** Not in the table of product.md: who asks for codes and who makes them look at the same list. */
  seeCodes: { editor: 'publisher', finance: 'publisher', admin: 'all' },
  approveRefund: { finance: 'publisher', admin: 'all' },
  /** The table of product.md gives it to finance; where a publisher has nobody for that its editors answer, as they do everything else. */
  issueInvoice: { editor: 'publisher', finance: 'publisher', admin: 'all' },
  manageLicence: { finance: 'publisher', admin: 'all' },
  manageLicenceMembers: { finance: 'publisher', orgAdmin: 'institution', admin: 'all' },
  viewLicence: { editor: 'publisher', finance: 'publisher', orgAdmin: 'institution', admin: 'all' },

  /** Not in the table of product.md: questions are about books, codes and money alike, so all who run the platform answer. */
  answerTickets: { editor: 'publisher', finance: 'publisher', admin: 'all' },

  runPlatform: { admin: 'all' },
};

/** What each call needs, by the names of the contract and of the calls made by hand. A call that is not here is open to nobody. */
const CALLS: Readonly<Record<string, Permission>> = {
  getCaptcha: 'signIn',
  getAudioCaptcha: 'signIn',
  getSlider: 'signIn',
  getSignInOptions: 'signIn',
  getRsaPublicKey: 'signIn',
  sendSmsCode: 'signIn',
  sendSmsCodeAfterSlider: 'signIn',
  sendResetCode: 'signIn',
  signInWithSmsCode: 'signIn',
  signInWithPassword: 'signIn',
  signInWithPasswordAfterSlider: 'signIn',
  signUp: 'signIn',
  changePasswordBySms: 'signIn',
  startWechat: 'signIn',
  finishWechat: 'signIn',
  bindWechat: 'signIn',
  searchInstitutions: 'signIn',
  startInstitution: 'signIn',
  finishInstitution: 'signIn',
  bindInstitution: 'signIn',
  signOut: 'signIn',

  getUserInfo: 'ownAccount',
  setUserInfo: 'ownAccount',
  getRole: 'ownAccount',
  getAuthRole: 'ownAccount',
  listAuthRoles: 'ownAccount',
  sendCodeToMe: 'ownAccount',
  changePhone: 'ownAccount',
  unbindWechat: 'ownAccount',
  listMyInstitutions: 'ownAccount',
  unbindInstitution: 'ownAccount',
  joinInstitution: 'ownAccount',
  giveConsent: 'ownAccount',
  closeAccount: 'ownAccount',
  keepAccount: 'ownAccount',
  listDevices: 'ownAccount',
  revokeDevice: 'ownAccount',
  exportMyData: 'exportOwnData',
  getDataExport: 'exportOwnData',

  uploadFile: 'ownAccount',
  uploadImage: 'ownAccount',
  listFiles: 'ownAccount',
  deleteFile: 'ownAccount',
  downloadFile: 'ownAccount',
  createDownloadLink: 'ownAccount',
  getPicture: 'browse',

  getHome: 'browse',
  listCourses: 'browse',
  getBookInfo: 'browse',
  getBookChanges: 'browse',
  listBookEditions: 'browse',
  listBookResources: 'browse',
  listBookMaterials: 'browse',
  listPaperPages: 'browse',
  downloadBookMaterial: 'ownAccount',
  listRatings: 'browse',
  // Who may rate a book is decided book by book.
  saveRating: 'ownAccount',
  removeRating: 'ownAccount',
  reportRating: 'ownAccount',
  listErrata: 'browse',
  reportErratum: 'ownAccount',
  searchBooks: 'browse',
  suggestSearch: 'browse',
  listHotWords: 'browse',
  reportSearch: 'browse',
  searchInBook: 'browse',
  getCategoryTree: 'browse',
  queryBooks: 'browse',
  listBookCards: 'browse',
  getCollection: 'browse',
  listCollections: 'browse',
  getCatalogPicture: 'browse',
  getCover: 'browse',
  // Which chapters open is decided book by book, by `readFullText` and the person's rights.
  openBook: 'browse',
  getMyTodo: 'ownAccount',
  reportReading: 'ownAccount',
  getMyReading: 'ownAccount',
  listContinueReading: 'ownAccount',
  listMyBooks: 'ownAccount',
  getShelf: 'ownAccount',
  setShelf: 'ownAccount',
  listRecentBooks: 'ownAccount',
  listFavorites: 'ownAccount',
  toggleFavorite: 'ownAccount',
  favoriteCollection: 'ownAccount',

  createImport: 'importBook',
  getImport: 'importBook',
  listImports: 'importBook',
  cancelImport: 'importBook',
  retryImport: 'importBook',
  setBookShelf: 'publishBook',
  listBookShelves: 'publishBook',
  listDeskBooks: 'publishBook',
  getDeskBook: 'publishBook',
  listBookChapters: 'publishBook',
  saveDeskBook: 'publishBook',
  setBookEdition: 'publishBook',
  setBookCover: 'publishBook',
  saveVersionNote: 'publishBook',
  addBookMaterial: 'publishBook',
  saveBookMaterial: 'publishBook',
  removeBookMaterial: 'publishBook',
  listDeskErrata: 'publishBook',
  decideErratum: 'publishBook',
  listDeskRatings: 'curate',
  listSearchReports: 'curate',
  settleSearchReports: 'curate',
  decideRating: 'curate',
  isAuthor: 'ownAccount',
  getBooksAsAuthor: 'ownAccount',

  listCategoryRecords: 'curate',
  saveCategory: 'curate',
  moveCategory: 'curate',
  removeCategory: 'curate',
  listCollectionRecords: 'curate',
  saveCollection: 'curate',
  removeCollection: 'curate',
  arrangeCollections: 'curate',
  listHomeSlots: 'curate',
  previewHome: 'curate',
  saveHomeSlot: 'curate',
  removeHomeSlot: 'curate',
  arrangeHomeSlots: 'curate',

  detectInstitution: 'browse',
  checkActivationCode: 'buy',
  redeemActivationCode: 'buy',
  listMyCodes: 'ownAccount',
  releaseActivationCode: 'buy',
  claimCode: 'buy',
  listMyClaims: 'ownAccount',
  listCodeBatches: 'seeCodes',
  getCodeBoxes: 'seeCodes',
  requestCodeBatch: 'requestCodes',
  decideCodeBatch: 'manageCodes',
  exportCodeBatch: 'manageCodes',
  voidCodes: 'manageCodes',
  listClaims: 'approveApplication',
  findClaimedCodes: 'approveApplication',
  decideClaim: 'approveApplication',
  getClaimPhoto: 'approveApplication',
  listLicences: 'viewLicence',
  createLicence: 'manageLicence',
  setLicencePlaces: 'manageLicence',
  setLicenceStatus: 'manageLicence',
  listInstitutions: 'viewLicence',
  saveInstitution: 'manageLicence',
  listInstitutionMembers: 'manageLicenceMembers',
  importInstitutionMembers: 'manageLicenceMembers',
  removeInstitutionMembers: 'manageLicenceMembers',
  setBookRemoval: 'publishBook',
  shareLink: 'browse',
  resolveShortLink: 'browse',
  createShortLinks: 'curate',
  retargetShortLink: 'curate',
  listShortLinks: 'curate',
  listBookPlaces: 'curate',

  getBookOffer: 'browse',
  getBundleOffer: 'browse',
  createOrder: 'buy',
  payOrder: 'buy',
  // Everybody sees their own, also who may not buy (any more).
  pollOrder: 'ownAccount',
  listOrders: 'ownAccount',
  getOrder: 'ownAccount',
  cancelOrder: 'buy',
  getRefundRule: 'ownAccount',
  requestRefund: 'buy',
  exportOrders: 'ownAccount',
  createInvoice: 'buy',
  listInvoices: 'ownAccount',
  listOrdersToInvoice: 'ownAccount',
  // By the payment platforms, who sign in with nothing: each notification carries their signature.
  notifyWechatPay: 'browse',
  notifyAlipay: 'browse',
  notifyLocalPay: 'browse',
  listAllOrders: 'approveRefund',
  getDeskOrder: 'approveRefund',
  queryOrder: 'approveRefund',
  exportAllOrders: 'approveRefund',
  listRefunds: 'approveRefund',
  decideRefund: 'approveRefund',
  refundOrder: 'approveRefund',
  setOrderRights: 'approveRefund',
  getBundlePrice: 'curate',
  setBundlePrice: 'curate',
  listInvoiceRequests: 'issueInvoice',
  holdInvoice: 'issueInvoice',
  issueInvoice: 'issueInvoice',
  rejectInvoice: 'issueInvoice',
  readInvoice: 'issueInvoice',
  setBookPrice: 'publishBook',

  pushChanges: 'annotate',
  pullChanges: 'annotate',
  queryNotes: 'annotate',
  exportNotes: 'exportOwnData',
  locateAnnotations: 'annotate',
  // Carries the end of the session and changes of roles beside the news of notes.
  openSyncStream: 'ownAccount',

  getLastVersion: 'browse',
  increaseDownloadCount: 'browse',
  getLastInstallPackage: 'browse',
  getLastAppAsar: 'browse',
  getReleaseFile: 'browse',
  listAppVersions: 'browse',

  getContact: 'browse',
  getServiceStatus: 'browse',
  createTicket: 'browse',
  listMyTickets: 'ownAccount',
  replyToTicket: 'ownAccount',
  listTickets: 'answerTickets',
  answerTicket: 'answerTickets',
  closeTicket: 'answerTickets',
  voteArticle: 'browse',
  listArticleVotes: 'curate',
  reportDeadCode: 'browse',
  listDeadCodes: 'curate',

  listMyNotices: 'ownAccount',
  readNotices: 'ownAccount',

  getAuthentication: 'ownAccount',
  submitAuthentication: 'ownAccount',
  authenticateWithCode: 'ownAccount',
  sendTeacherMailCode: 'ownAccount',
  authenticateWithMail: 'ownAccount',
  getAuthorApplication: 'ownAccount',
  submitAuthorApplication: 'ownAccount',
  listApplications: 'approveApplication',
  decideApplication: 'approveApplication',
  revokeApplication: 'approveApplication',
  readProof: 'approveApplication',

  getDeskWork: 'answerTickets',
  listAudit: 'runPlatform',
  listPeople: 'runPlatform',
  listRoleScopes: 'runPlatform',
  setPersonRoles: 'runPlatform',
  freezePerson: 'runPlatform',
  unfreezePerson: 'runPlatform',
  changePersonPhone: 'runPlatform',
  listVersionRecords: 'runPlatform',
  withdrawAppVersion: 'runPlatform',
};

/** What a call needs; `undefined` for one that nobody may make. */
export const permissionOfCall = (callName: string): Permission | undefined =>
  Object.hasOwn(CALLS, callName) ? CALLS[callName] : undefined;

/** How far each of these roles reaches with a permission; empty: not allowed. */
const reachesOf = (actors: readonly Actor[], permission: Permission): Reach[] =>
  actors.flatMap((actor) => {
    const reach = GRANTS[permission][actor];
    return reach === undefined ? [] : [reach];
  });

/** How far one role reaches with a permission; undefined: not at all. */
export const reachOfRole = (role: Role, permission: Permission): Reach | undefined => GRANTS[permission][role];

export const isGranted = (actors: readonly Actor[], permission: Permission): boolean => reachesOf(actors, permission).length > 0;

/** Everything these roles may do, for menus: the server asks again at each call. */
export const permissionsOf = (roles: readonly Role[]): Permission[] =>
  (Object.keys(GRANTS) as Permission[]).filter((permission) => isGranted(roles, permission));

/** Whether these roles read books without a right of the person's own: every one, or those of the publishers they were given for. */
export const readsBooksAsOperator = (roles: readonly Role[]): boolean =>
  reachesOf(roles, 'readFullText').some((reach) => reach === 'all' || reach === 'publisher');

/** Whether these roles use the teachers' resources of every book; others those of the books that are theirs (`material-rule.ts`). */
export const usesEveryTeacherResource = (roles: readonly Role[]): boolean => reachesOf(roles, 'useTeacherResources').includes('all');

/** Whether these roles buy for themselves; finance and administrators do not. */
export const mayBuy = (roles: readonly Role[]): boolean => isGranted(roles, 'buy');

/** The table as the router asks it. */
export const callPolicy: CallPolicy = {
  needs: permissionOfCall,
  admits: (callName, roles) => {
    const permission = permissionOfCall(callName);
    return permission !== undefined && isGranted(roles ?? ['anonymous'], permission);
  },
};

/** From the highest down; `getRole` answers the first one a person holds. */
const ROLE_ORDER: readonly Role[] = ['admin', 'editor', 'finance', 'orgAdmin', 'expert', 'author', 'teacher', 'reader'];

/** Everyone with an account is shown as a reader at least. */
export const highestRole = (held: readonly Role[]): Role => ROLE_ORDER.find((role) => held.includes(role)) ?? 'reader';
