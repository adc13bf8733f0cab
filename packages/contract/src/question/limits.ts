/** Limits of question banks that the server shares with the contract or the client. All are our choice. */
export const questionLimits = {
  questionBankNameChars: 60,
  /** Banks of one owner, archived ones included. */
  questionBanksPerOwner: 100,
  questionFolderNameChars: 60,
  questionFoldersPerBank: 200,
  /** Questions of a bank, archived ones included. */
  questionsPerBank: 20_000,
  questionTagChars: 30,
  questionTagsMax: 20,
  /** Size of a question with its key and its pictures, as JSON. */
  questionChars: 500_000,
  /** Questions that one call imports, moves, copies or archives. */
  questionsPerCall: 100,
  questionSearchChars: 60,
  /** Characters of the passage of an imported file from which a question was read. */
  questionSourceChars: 20_000,
} as const;
