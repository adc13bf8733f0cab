/** Names of the events that streams subscribe to. */

/** Topic of changed records of this user. Its data is `{ seq }`, the newest sequence number. */
export const topicOfUser = (userId: string): string => `sync:${userId}`;

/** Topic of the end of this session, published by the account slice. Its data is `{ reason }`. */
export const topicOfSessionEnd = (sid: string): string => `session:${sid}:ended`;

/** Topic of help tickets of this user that the operator answered or closed. */
export const topicOfTickets = (userId: string): string => `help:${userId}:tickets`;

/** Topic of running attempts of this user whose end the teacher has moved, published by the assignment slice. */
export const topicOfAttempts = (userId: string): string => `assignment:${userId}:attempts`;

/** Topic of attendance and polls in the classes of this user, published by the classroom slice. */
export const topicOfClassroom = (userId: string): string => `classroom:${userId}`;

/** Topic of changed roles of this user, published by the account slice. */
export const topicOfRoles = (userId: string): string => `account:${userId}:roles`;

/** Topic of this user's claims for access to a book that were decided. */
export const topicOfClaims = (userId: string): string => `activation-code:${userId}:claims`;

/** Topic of changed orders of this user, published by the orders slice. Its data is `{ no }`, the number of the order. */
export const topicOfOrders = (userId: string): string => `orders:${userId}`;
