/** Names of the events streams follow. */

/** Data `{ seq }`: this person's records have changed. */
export const topicOfPerson = (userId: string): string => `sync:${userId}`;

/** Data `{ reason }`: this session has ended. Published by the account slice. */
export const topicOfSessionEnd = (sid: string): string => `session:${sid}:ended`;

/** Published when the operator answered or closed a question of this person. */
export const topicOfTickets = (userId: string): string => `help:${userId}:tickets`;

/** Published by the account slice: this person's roles are others now. */
export const topicOfRoles = (userId: string): string => `account:${userId}:roles`;

/** Published when a claim of this person was decided. */
export const topicOfClaims = (userId: string): string => `commerce:${userId}:claims`;

/** Data `{ no }`, published by the orders slice: this order of the person has changed. */
export const topicOfOrders = (userId: string): string => `orders:${userId}`;
