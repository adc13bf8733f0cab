/** Every number that both sides must agree on, with its origin. Times in milliseconds unless the name says otherwise. */
export const LIMITS = {
  /** Product spec, section 9. */
  requestTimeoutMs: 20_000,
  sessionLifetimeMs: 15 * 86_400_000,
  storedValueLifetimeMs: 365 * 86_400_000,
  toastMs: 3_000,
  serverMessageToastMs: 5_000,
  notificationMs: 4_500,
  roleCacheMs: 5 * 60_000,
  rolesRepeatMs: 4_000,

  /** security.md §3. */
  smsResendMs: 60_000,
  smsPerNumberPerHour: 5,
  smsPerNumberPerDay: 10,
  smsPerAddressPerHour: 20,
  smsPerAddressPerDay: 100,
  smsPerDevicePerHour: 20,
  smsCodeLifetimeMs: 5 * 60_000,
  smsCodeTries: 5,
  captchaLifetimeMs: 5 * 60_000,
  /** Ours: drawing costs 20 ms of a core; a whole school behind one address stays under it. */
  captchasPerAddressPerMinute: 600,
  failedLoginsPerNumberPerHour: 10,
  failedLoginsPerAddressPerHour: 50,
  /** product.md §6.1: the week in which a person may change their mind about leaving. */
  closingMs: 7 * 86_400_000,
  wechatStateLifetimeMs: 10 * 60_000,
  /** Ours: each begun walk is a row; a whole school behind one address stays under it. */
  wechatStartsPerAddressPerMinute: 120,
  institutionWalkLifetimeMs: 10 * 60_000,
  /** Ours: a lecture hall behind one address signs in together. */
  institutionStartsPerAddressPerMinute: 240,
  institutionsShown: 20,
  /** Ours: of a whole provider with logos and both certificates; the longest in the federation has some 20,000. */
  idpMetadataChars: 200_000,
  /** Ours: 20,000 lines are a large university's year; base64 of a workbook that long stays under the body's limit. */
  rosterFileChars: 960_000,
  rosterLinesMax: 20_000,
  studentNoChars: 40,
  joinTriesPerHour: 10,
  /** security.md §2 (download link). */
  downloadLinkMinutesMax: 60,
  downloadLinkMinutesDefault: 20,
  /** security.md §3. */
  avatarBytes: 5 * 1_048_576,
  imageBytes: 10 * 1_048_576,
  docxBytes: 50 * 1_048_576,
  pdfBytes: 300 * 1_048_576,
  /** Ours. */
  textBytes: 10 * 1_048_576,
  avatarPixels: 512,
  userFilesBytes: 1024 ** 3,
  userFilesMax: 10_000,
  dataExportLifetimeMs: 7 * 86_400_000,
  /** How long the first answer of a repeated request is given again (security.md T34). */
  answerReplayMs: 86_400_000,
  /** Ours: how many POST calls a minute one person, or one network of people without a session, may name (`X-Op-Id`); each is kept a day. */
  namedRequestsPerMinute: 600,
  passwordMinLength: 8,
  passwordMaxLength: 128,
  bodyBytes: 1_048_576,
  bodyDepth: 32,
  bodyKeys: 1_000,
  /** Ours: the address and all headers of a request. Less than this: Node refuses what reaches it. */
  headerBytes: 16_384,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  /** Uploads have no end of their own but a slowest rate, averaged over the window. */
  uploadBytesPerSecondMin: 10_240,
  uploadRateWindowMs: 30_000,
  /** How long the client waits for an upload to end: the largest file at 0.6 Mbit/s. */
  uploadTimeoutMs: 2 * 3_600_000,
  connectionsPerAddress: 50,
  pageSizeMax: 100,
  pageSizeDefault: 24,
  /** Sentences take more room than books, and each brings its passage. */
  searchPageDefault: 12,
  searchTextMax: 200,
  /** Ours: words people look for are counted for two weeks; those of five people and more are offered to everybody. */
  searchWordDays: 14,
  searchWordsOfOne: 200,
  hotWordPeopleMin: 5,
  hotWordChars: 20,
  hotWordsShown: 8,
  chaptersPerMinute: 60,
  chaptersPerDay: 1_500,
  /** Ours: those who read without an account are counted together; a whole school behind one address stays under it. */
  chaptersPerNetworkPerMinute: 600,
  chaptersPerNetworkPerDay: 15_000,

  /** Import: security.md §3. */
  epubBytes: 500 * 1_048_576,
  archiveEntries: 20_000,
  /** Ours: a path inside the archive, in characters, however many folders it has. */
  archivePathChars: 1_024,
  archiveUnpackedBytes: 2 * 1024 ** 3,
  archiveRatio: 200,
  archiveRatioFromBytes: 1_048_576,
  importWorkerBytes: 512 * 1_048_576,
  importTimeoutMs: 60_000,
  imagePixels: 40_000_000,

  /** Activation codes: security.md §3 and product.md §6.4. */
  wrongCodesPerUserPerHour: 5,
  wrongCodesPerAddressPerHour: 30,
  codesPerBatch: 200_000,
  codeTermDaysMax: 36_500,
  codeRebindMax: 3,
  /** product.md §7.5: a code may be given back so long after it was bound. */
  codeReleaseAfterMs: 86_400_000,
  claimPhotosMax: 3,
  /** Ours. */
  claimsPerUserPerDay: 5,
  codeBoxMax: 10_000,
  codeBoxDefault: 500,
  codeBoxesMax: 5_000,
  /** Ours: a workbook of more rows takes too much memory; the text form holds any number. */
  codesPerWorkbook: 20_000,
  shortLinksPerCall: 500,
  /** Ours: versions whose pages are asked for together; formulas shown of one search in a book. */
  paperPageVersions: 40,
  formulasInBook: 50,
  /** Ours: what an operator says of a build, in one line. */
  buildLineChars: 200,
  /** Ours. */
  materialsPerBook: 200,
  materialTitleChars: 80,
  materialNoteChars: 300,
  /** A licence that ends this soon is marked (product.md §6). */
  licenceExpiringMs: 30 * 86_400_000,
  /** Ours: who has not read for so long gives a concurrent place up; a named seat that was not used for so long goes to the next. */
  licencePlaceMs: 10 * 60_000,
  licenceSeatIdleMs: 30 * 86_400_000,
  licencePlacesMax: 1_000_000,

  /** Orders: product.md §7.1 and §9.1. */
  orderLifetimeMs: 30 * 60_000,
  refundDays: 7,
  /** Ours: a right that ends within so many days may be renewed. */
  renewalWindowDays: 30,
  refundReadingMax: 0.1,
  orderPollMs: 2_000,
  /** Ours: each payment that is begun is a call to a platform. */
  ordersPerUserPerHour: 60,
  /** Orders on one invoice. */
  invoiceOrdersMax: 50,
  paymentsPerUserPerHour: 120,
  ordersExportMax: 5_000,
  invoicePdfBytes: 10 * 1_048_576,

  /** App versions. Ours: reports of downloads are believed only so often from one network; notes are a page, not a book. */
  downloadCountsPerAddressPerHour: 60,
  releaseNotesBytes: 262_144,

  /** product.md §6.1 and §7.3. */
  applicationProofsMax: 5,
  institutionMailDomainsMax: 10,
  teacherValidMs: 3 * 365 * 86_400_000,
  applicationProofMs: 90 * 86_400_000,
  /** Ours: how long before its end an authentication may be renewed. */
  applicationRenewalMs: 90 * 86_400_000,
  /** Ours: a sign-in through an institution says that somebody teaches there for so long: a term and its holidays. */
  teachingWordMs: 240 * 86_400_000,
  /** Ours: why an operator did what they did. */
  operatorReasonChars: 500,

  /** Help. Ours: a question is a page, not a book; the last few faults are enough to find a cause. */
  ticketBodyCharsMin: 5,
  ticketBodyChars: 2_000,
  ticketFaults: 10,
  ticketsPerUserPerDay: 20,
  ticketsPerAddressPerHour: 60,
  ticketRepliesMax: 200,
  helpVotesPerAddressPerHour: 120,
  deadCodeReportsPerAddressPerHour: 60,
  /** Ours: a sentence, from a class behind one address too; what nobody has dealt with in half a year is no news. */
  searchReportNoteChars: 200,
  searchReportsPerAddressPerHour: 60,
  searchReportNotesShown: 5,
  searchReportDays: 180,
  /** How long a closed question keeps where its asker can be reached and what their device told. */
  ticketContactDays: 180,
  /** How long the board tells of outages. */
  serviceHistoryDays: 90,
  /** Ours: how long news is kept, and how much of it an export holds. */
  noticeDays: 180,
  noticesExported: 10_000,

  /** Ours: above any textbook, far below what the database's integers hold. */
  priceFenMax: 10_000_000,
  trialChaptersMax: 1_000,
  /** What a book has where nobody says. */
  trialChaptersUsual: 2,
  /** Ours: chosen one by one; they stand in the reader's ticket. */
  trialChosenMax: 200,
  /** Ours: who gives more than this away is asked whether it was meant. */
  trialShareUsual: 0.3,
  versionNoteChars: 500,
  /** Ours: 学科门类, 专业类 and 专业. */
  categoryDepth: 3,
  categoriesMax: 1_000,
  ratingBodyChars: 1_000,
  ratingReportsPerUserPerDay: 30,
  erratumTextChars: 200,
  erratumReasonChars: 500,
  errataPerUserPerDay: 100,

  /** Ours: more books than a curated collection has, more collections than a publisher keeps in order by hand. */
  collectionItems: 500,
  collectionsMax: 500,
  /** Ours: reading time. A device that was away longer has lost its days; a minute makes a day count. */
  readingDaysPerCall: 200,
  readingDaysBack: 60,
  readingDaySecondsMin: 60,

  /** Ours: the shelf. */
  shelfGroupNameChars: 20,
  shelfGroupsMax: 200,
  shelfChangesMax: 500,

  /** design.md §3 and §5. */
  segmentCharsMin: 15_000,
  segmentCharsMax: 30_000,
  quoteContextChars: 32,
  positionChars: 1_024,
  lockedSnippetChars: 40,
  syncPushOps: 500,
  syncPullChanges: 500,
  /** A pull answers fewer changes than asked for when they would be larger than this (characters of JSON). */
  syncPullChars: 1_500_000,
  /** How far a device's clock may run ahead; a later stamp is taken down to this (sync/hlc.ts). */
  syncClockAheadMs: 10 * 60_000,
  syncStreamsPerUser: 20,
  syncHeartbeatMs: 15_000,
  tombstoneDays: 180,
  noteBodyChars: 5_000,
  noteTags: 10,
  /** Texts kept beside a note's own after conflicts; more are refused until the person has chosen. */
  noteOtherBodies: 20,
  noteExportMax: 20_000,
  /** Annotations located in one call. */
  noteImportBatch: 200,
  /** product.md §4.2: how long the bin shows what was deleted. */
  noteBinMs: 30 * 86_400_000,
  /** Ours: what Anki begins with as well; with their repetitions about a quarter of an hour. */
  newCardsPerDay: 20,
} as const;
