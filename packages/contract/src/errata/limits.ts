/** Limits of the errata slice that the server shares with the contract or the client. */
export const errataLimits = {
  erratumTextChars: 200,
  erratumReasonChars: 500,
} as const;
