import { encodeLocatorParam } from '@shufang/contract';
import { afterEach, describe, expect, it } from 'vitest';

import { writeLastPosition } from '../../platform/storage/last-position.ts';
import { tokenOf } from '../../testing/sign-in-here.ts';
import { startDocument } from './start-document.ts';

const BOOK = '1'.repeat(26);
const store = (owner: string, href: string): void => writeLastPosition(owner, BOOK, { locator: { href, locations: {} }, updatedAt: 1 });
const at = (href: string): string => `?at=${encodeLocatorParam({ href, locations: { progression: 0.5 } })}`;

afterEach(() => localStorage.clear());

describe('the document at which a book opens', () => {
  it('is the one that the address of the page requests', () => {
    store('anonymous', 'stored.xhtml');
    expect(startDocument(BOOK, '?href=text%2F一.xhtml%23s1', undefined)).toBe('text/一.xhtml');
    expect(startDocument(BOOK, at('two.xhtml'), undefined)).toBe('two.xhtml');
  });

  it('is otherwise the last one on this device of the same user', () => {
    store('anonymous', 'of-anonymous.xhtml');
    store('user1', 'of-user.xhtml');
    expect(startDocument(BOOK, '', undefined)).toBe('of-anonymous.xhtml');
    expect(startDocument(BOOK, '', tokenOf({ id: 'user1' }))).toBe('of-user.xhtml');
    expect(startDocument(BOOK, '', tokenOf({ id: 'user2' }))).toBeUndefined();
  });

  it.each([
    ['a malformed locator', '?at=%%%', undefined],
    ['an empty address', '?href=', undefined],
    ['an address that is too long', `?href=${'a'.repeat(1_025)}`, undefined],
    ['a token that cannot be decoded', '', 'no token'],
  ])('is unknown with %s', (_what, search, token) => {
    expect(startDocument(BOOK, search, token)).toBeUndefined();
  });

  it('is unknown if the stored text is truncated', () => {
    localStorage.setItem(`place:anonymous:${BOOK}`, '{"locator":{"hr');
    expect(startDocument(BOOK, '', undefined)).toBeUndefined();
  });
});
