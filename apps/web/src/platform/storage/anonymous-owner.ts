/** Owner of the records of an anonymous user. */
export const ANONYMOUS_OWNER = 'anonymous';
