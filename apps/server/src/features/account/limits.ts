/** Limits that the account slice alone enforces. Those the client needs as well: contract/src/account/limits.ts. */
export const ACCOUNT_LIMITS = {
  /** security.md §2: maximum age of a session, regardless of use. */
  sessionAgeMaxMs: 180 * 86_400_000,
  /** security.md §2: how long a refresh token is still accepted after rotation, for concurrent calls. */
  refreshOverlapMs: 60_000,
  /** Our choice: how long a sign-in may pause between two steps, and how many second-factor attempts its sign-in ticket allows. */
  replaceDeviceTicketMs: 2 * 60_000,
  secondFactorTicketMs: 5 * 60_000,
  secondFactorTries: 5,
  /** Our choice: maximum number of wrong second-factor codes per hour for one user; a known device has a limit of its own. */
  secondFactorTriesPerHour: 10,
  recoveryCodes: 10,

  /**
   * security.md §3: maximum number of SMS messages of each purpose per day to one phone number, and how many of them are reserved for
   * devices that have signed in to the account before.
   */
  smsSignInPerNumberPerDay: 10,
  smsSignInReservedPerDay: 3,
  smsResetPerNumberPerDay: 5,
  smsResetReservedPerDay: 2,
  /** Our choice: maximum number of messages per day for binding a phone number, and the reserved ones; the same as for signing in. */
  smsBindingPerNumberPerDay: 10,
  smsBindingReservedPerDay: 3,
  smsPerIpPerHour: 20,
  smsPerIpPerDay: 100,
  smsPerDevicePerHour: 20,
  /** Our choice: maximum number of messages to one mailbox per hour and per day. */
  mailPerMailboxPerHour: 5,
  mailPerMailboxPerDay: 10,
  smsCodeLifetimeMs: 5 * 60_000,
  smsCodeTries: 5,

  captchaLifetimeMs: 5 * 60_000,
  /**
   * Our choice: maximum number of captchas per minute for one client IP. Drawing one costs 20 ms of a core; a whole school behind one
   * client IP stays below the limit.
   */
  captchasPerIpPerMinute: 600,
  failedLoginsPerNumberPerHour: 10,
  failedLoginsPerIpPerHour: 50,
  /** Our choice: maximum number of captchas and external sign-ins per minute that the known devices of one account may start. */
  signInStartsPerUserPerMinute: 60,
  /**
   * Our choice: maximum number of wrong slider answers per day for one client IP, device or account; after them a slider has two puzzles.
   */
  sliderFailuresBeforeTwo: 5,
  /** Our choice: maximum number of wrong slider answers per hour; after them only the image and audio captchas are offered. */
  sliderFailuresPerHour: 60,
  /**
   * Our choice: number of wrong slider answers that one correct answer offsets. Humans are right 19 times in 20, random guesses once in 24.
   */
  sliderFailuresForgiven: 3,
  /**
   * Our choice: maximum number of sign-ins with providers started per minute from one client IP. Each one is stored as a row; a whole school behind
   * one client IP stays below the limit.
   */
  providerStartsPerIpPerMinute: 120,
  /**
   * Our choice: maximum number of institution sign-ins started per minute from one client IP; enough for a lecture hall that signs in at
   * the same time.
   */
  institutionStartsPerIpPerMinute: 240,
  /** Our choice: maximum number of wrong attempts per hour of one user to claim an entry on an institution's member list. */
  joinTriesPerHour: 10,
  /** Our choice: maximum number of reports of unsuccessful searches per hour from one client IP, which a class may share. */
  searchReportsPerIpPerHour: 60,
} as const;
