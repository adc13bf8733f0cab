/**
 * Limits of requests and connections that the server enforces for every operation. "Our choice" marks a limit that no specification
 * demands.
 */
export const HTTP_LIMITS = {
  bodyDepth: 32,
  bodyKeys: 1_000,
  /** Our choice: maximum size of the URL and all headers of a request; Node rejects requests that reach it. */
  headerBytes: 16_384,
  headersTimeoutMs: 10_000,
  bodyTimeoutMs: 30_000,
  /** Minimum rate of an upload, averaged over the window; uploads have no time limit. */
  uploadBytesPerSecondMin: 10_240,
  uploadRateWindowMs: 30_000,
  connectionsPerIp: 50,
  /** How long the response of an idempotent request is replayed (security.md T34). */
  responseReplayMs: 86_400_000,
  /**
   * Our choice: maximum number of POST calls with an idempotency key (`X-Op-Id`) per minute, for one user or one subnet of anonymous users.
   * Each key is stored for a day.
   */
  idempotentRequestsPerMinute: 600,
  /** Our choice: maximum size of a report about the Content Security Policy, which browsers send automatically. */
  policyReportBytes: 16_384,
  policyReportsPerIpPerMinute: 60,
  policyReportsPerMinute: 600,
  policyReportsLogged: 100,
} as const;
