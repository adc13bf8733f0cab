/** The part of the platform that a caller's roles cover in an admin operation. */
export interface AccessScope {
  /** Names of publishers; the scope covers their books and everything that belongs to these books. */
  readonly publishers: readonly string[];
  /** Ids of institutions that the scope covers. */
  readonly institutions: readonly string[];
}
