/**
 * What each call of the desk is to somebody whose roles were given for a part of the platform: the one owner of that rule, beside what each
 * call needs at all (`policy.ts`). docs/decisions/0014.
 */

/** What a call of the desk may name, each with an owner: a publisher, an institution, or nobody but the platform. */
export type DeskObject =
  | 'book'
  | 'claim'
  | 'codeBatch'
  | 'collection'
  | 'erratum'
  | 'import'
  | 'institution'
  | 'invoice'
  | 'licence'
  | 'rating'
  | 'refund'
  | 'shortLink';

/**
 * What a call of the desk is to somebody whose roles give its permission for a part (a publisher, an institution) only.
 * `platform`: refused, it is about everybody's. `bounded`: its use case keeps to `context.bounds`, in lists, counts and files alike.
 * An object: what these fields of the input name must be theirs, else it answers as if that did not exist; the use case is bound, too,
 * where it shows more than that object.
 */
type DeskMark = 'platform' | 'bounded' | Readonly<Record<string, DeskObject>>;

/** Every call of the desk and no other: a test holds this list and the contract's addresses under `/api/admin` together. */
const DESK_CALLS: Readonly<Record<string, DeskMark>> = {
  // Each kind of waiting work is counted within the bounds of its own permission.
  getDeskWork: 'bounded',

  createImport: 'bounded',
  listImports: 'bounded',
  getImport: { id: 'import' },
  cancelImport: { id: 'import' },
  retryImport: { id: 'import' },

  listDeskBooks: 'bounded',
  listBookShelves: 'bounded',
  getDeskBook: { bookId: 'book' },
  listBookChapters: { bookId: 'book' },
  // The publisher stays within the bounds as well.
  saveDeskBook: { bookId: 'book' },
  setBookShelf: { bookId: 'book' },
  setBookRemoval: { bookId: 'book' },
  setBookEdition: { bookId: 'book', sameWorkAs: 'book' },
  setBookCover: { bookId: 'book' },
  setBookPrice: { bookId: 'book' },
  saveVersionNote: { bookId: 'book' },
  addBookMaterial: { bookId: 'book' },
  saveBookMaterial: { bookId: 'book' },
  removeBookMaterial: { bookId: 'book' },
  listBookPlaces: { bookId: 'book' },

  listDeskErrata: 'bounded',
  decideErratum: { id: 'erratum' },
  listDeskRatings: 'bounded',
  decideRating: { id: 'rating' },

  listCollectionRecords: 'bounded',
  // Its books are the owner's as well.
  saveCollection: { id: 'collection' },
  removeCollection: { id: 'collection' },
  getBundlePrice: { collectionId: 'collection' },
  setBundlePrice: { collectionId: 'collection' },
  arrangeCollections: 'platform',

  listCategoryRecords: 'platform',
  saveCategory: 'platform',
  moveCategory: 'platform',
  removeCategory: 'platform',
  listHomeSlots: 'platform',
  previewHome: 'platform',
  saveHomeSlot: 'platform',
  removeHomeSlot: 'platform',
  arrangeHomeSlots: 'platform',

  // What a code leads to is theirs, before and after.
  createShortLinks: 'bounded',
  retargetShortLink: { code: 'shortLink' },
  listShortLinks: 'bounded',
  listDeadCodes: 'platform',

  listCodeBatches: 'bounded',
  getCodeBoxes: { batchId: 'codeBatch' },
  requestCodeBatch: { bookId: 'book' },
  decideCodeBatch: { batchId: 'codeBatch' },
  exportCodeBatch: { batchId: 'codeBatch' },
  voidCodes: { batchId: 'codeBatch' },
  listClaims: 'bounded',
  findClaimedCodes: { claimId: 'claim' },
  decideClaim: { claimId: 'claim' },
  getClaimPhoto: { claimId: 'claim' },

  listLicences: 'bounded',
  createLicence: 'bounded',
  setLicencePlaces: { licenceId: 'licence' },
  setLicenceStatus: { licenceId: 'licence' },
  listInstitutions: 'bounded',
  saveInstitution: 'platform',
  listInstitutionMembers: { institutionId: 'institution' },
  importInstitutionMembers: { institutionId: 'institution' },
  removeInstitutionMembers: { institutionId: 'institution' },

  // Of an order that holds books of others, too, their part is shown; what touches the whole of it is the platform's.
  listAllOrders: 'bounded',
  getDeskOrder: 'bounded',
  exportAllOrders: 'bounded',
  queryOrder: 'bounded',
  refundOrder: 'bounded',
  setOrderRights: 'bounded',
  listRefunds: 'bounded',
  decideRefund: { id: 'refund' },
  listInvoiceRequests: 'bounded',
  holdInvoice: { id: 'invoice' },
  rejectInvoice: { id: 'invoice' },
  // Made by hand: they ask for the invoice within the bounds themselves.
  issueInvoice: 'bounded',
  readInvoice: 'bounded',

  // A teacher or an author is one for every publisher; a question names no book.
  listApplications: 'platform',
  decideApplication: 'platform',
  revokeApplication: 'platform',
  readProof: 'platform',
  listTickets: 'platform',
  answerTicket: 'platform',
  closeTicket: 'platform',
  listArticleVotes: 'platform',
  // Words are looked for in all books.
  listSearchReports: 'platform',
  settleSearchReports: 'platform',

  listAudit: 'platform',
  listPeople: 'platform',
  listRoleScopes: 'platform',
  setPersonRoles: 'platform',
  freezePerson: 'platform',
  unfreezePerson: 'platform',
  changePersonPhone: 'platform',
  listVersionRecords: 'platform',
  withdrawAppVersion: 'platform',
};

/** Undefined: no call of the desk. */
export const deskMarkOf = (callName: string): DeskMark | undefined =>
  Object.hasOwn(DESK_CALLS, callName) ? DESK_CALLS[callName] : undefined;

export const deskCallNames: readonly string[] = Object.keys(DESK_CALLS);
