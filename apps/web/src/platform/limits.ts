/**
 * Time limits that only the client applies (calls, stored values, messages); limits shared with the server are in contract/src/limits.ts.
 * "Our choice" marks values without a specification.
 */
export const CLIENT_LIMITS = {
  /** Time after which a call fails (specification.md §9). */
  requestTimeoutMs: 20_000,
  /** Time after which an upload fails: enough for the largest file at 0.6 Mbit/s. */
  uploadTimeoutMs: 2 * 3_600_000,
  /** Our choice: an active client refreshes its session if the last refresh is older than this. */
  refreshAfterMs: 12 * 3_600_000,
  /** How long a value in local storage is valid if its definition states no lifetime. */
  storedValueLifetimeMs: 365 * 86_400_000,
  /** Time within which all calls for the user's roles share one response, even a failed one (specification.md §9). */
  rolesRepeatMs: 4_000,
  toastMs: 3_000,
  serverMessageToastMs: 5_000,
  notificationMs: 4_500,
} as const;
