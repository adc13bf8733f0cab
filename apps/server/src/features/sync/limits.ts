/** Limits that only the sync slice enforces; contract/src/sync/limits.ts has those the client needs too. */
export const SYNC_LIMITS = {
  /** Maximum size of the changes that one pull returns (characters of JSON); a pull ends early when more would exceed it. */
  syncPullChars: 1_500_000,
  syncStreamsPerUser: 20,
  syncHeartbeatMs: 15_000,
  /** Days for which deletions and received operations are stored. */
  tombstoneDays: 180,
} as const;
