/** Limits of the verification slice that the server shares with the contract or the client. */
export const verificationLimits = {
  /** Maximum number of files with proofs that an application may have: product.md §6.1 and §7.3. */
  applicationProofsMax: 5,
} as const;
