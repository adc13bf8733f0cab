/** Names of the events streams follow. */

/** Data `{ seq }`: this person's records have changed. */
export const topicOfPerson = (userId: string): string => `sync:${userId}`;

/** Data `{ reason }`: this session has ended. Published by the account slice. */
export const topicOfSessionEnd = (sid: string): string => `session:${sid}:ended`;

/** Published by the account slice: this person's roles are others now. */
export const topicOfRoles = (userId: string): string => `account:${userId}:roles`;
