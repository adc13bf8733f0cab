import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTicketReader, openTicket, sealTicket, ticketExpiry } from './content-ticket.ts';

const secret = new Uint8Array(32).fill(7);
const now = Date.UTC(2026, 10, 21, 5);
const ticket = {
  versionId: '01k0000000000000000000000a',
  scope: [
    [0, 2],
    [5, 6],
  ],
  sid: 'abc',
  userId: 'person',
  expiresAt: ticketExpiry(now),
  revision: 12,
  institutionIds: ['school'],
} as const;

describe('content tickets', () => {
  test('a ticket opens to the content that was sealed', () => {
    expect(openTicket(secret, sealTicket(secret, ticket), now)).toEqual(ticket);
    expect(openTicket(secret, sealTicket(secret, { ...ticket, scope: 'full', sid: undefined, userId: undefined }), now)).toEqual({
      ...ticket,
      scope: 'full',
      sid: undefined,
      userId: undefined,
    });
  });
  test('tickets are equal within a time window, so that cached pages stay valid', () => {
    expect(sealTicket(secret, { ...ticket, expiresAt: ticketExpiry(now + 30 * 60_000) })).toBe(sealTicket(secret, ticket));
    expect(ticketExpiry(now) - now).toBeGreaterThan(6 * 3_600_000 - 1);
  });
  test('a ticket expires at its expiry time', () => {
    const text = sealTicket(secret, ticket);
    expect(openTicket(secret, text, ticket.expiresAt - 1)).toBeDefined();
    expect(openTicket(secret, text, ticket.expiresAt)).toBeUndefined();
  });
  test('a ticket is refused with another secret and after any change of one character', () => {
    const text = sealTicket(secret, ticket);
    expect(openTicket(new Uint8Array(32).fill(8), text, now)).toBeUndefined();
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'abcXYZ019-_.='), (at, char) => {
        const changed = text.slice(0, at) + char + text.slice(at + 1);
        return changed === text || openTicket(secret, changed, now) === undefined;
      }),
      { numRuns: 2_000 },
    );
  });
  test('a verified ticket is cached, still expires, and no other text is taken for it', () => {
    const text = sealTicket(secret, ticket);
    const read = createTicketReader(secret);
    const first = read(text, now);
    expect(first).toEqual(ticket);
    expect(read(text, now + 1)).toBe(first);
    expect(read(text, ticket.expiresAt)).toBeUndefined();
    expect(read(`${text}A`, now)).toBeUndefined();
    expect(createTicketReader(new Uint8Array(32).fill(8))(text, now)).toBeUndefined();
  });
});
