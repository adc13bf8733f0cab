/** Limits of the sync slice that the server shares with the contract or the client. */
export const syncLimits = {
  syncPushOps: 500,
  syncPullChanges: 1_000,
  /** Maximum time by which a device's clock may be ahead; later timestamps are reduced to this limit (sync/hlc.ts). */
  syncClockAheadMs: 10 * 60_000,
} as const;
