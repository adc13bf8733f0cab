/** Limits of the license slice that the server shares with the contract or the client. */
export const licenseLimits = {
  licenseSeatsMax: 1_000_000,
} as const;
