/** Tests that sign-in attempts and sign-in tickets are valid for their own provider only. */
import type { SignInProvider } from '@shufang/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../platform/testing/test-database.ts';
import { findProviderTicket, insertProviderAttempt, insertProviderTicket, takeProviderAttempt } from './provider-store.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const other = 'other' as SignInProvider;

test('an attempt that another provider finishes is used up and not returned', async () => {
  const { orm } = database.db;
  const attempt = { proofHash: 'p', provider: 'wechat', userId: null, returnTo: '/', checkData: 'website', expiresAt: 2_000 } as const;
  for (const state of ['one', 'two']) await insertProviderAttempt(orm, { ...attempt, state }, 1_000);
  expect(await takeProviderAttempt(orm, 'wechat', 'one')).toEqual({ ...attempt, state: 'one' });
  expect(await takeProviderAttempt(orm, other, 'two')).toBeUndefined();
  expect(await takeProviderAttempt(orm, 'wechat', 'two')).toBeUndefined();
});

test('a ticket is found for its own provider until it expires', async () => {
  const { orm } = database.db;
  const ticket = { ticketHash: 'h', provider: 'wechat', subject: 's', nickname: 'n', expiresAt: 2_000 } as const;
  await insertProviderTicket(orm, ticket, 1_000);
  expect(await findProviderTicket(orm, { provider: 'wechat', ticketHash: 'h' }, 1_999)).toEqual(ticket);
  expect(await findProviderTicket(orm, { provider: other, ticketHash: 'h' }, 1_999)).toBeUndefined();
  expect(await findProviderTicket(orm, { provider: 'wechat', ticketHash: 'h' }, 2_000)).toBeUndefined();
});
