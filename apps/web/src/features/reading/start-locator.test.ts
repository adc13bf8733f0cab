import { encodeLocatorParam, type Locator } from '@shufang/contract';
import { afterEach, describe, expect, it } from 'vitest';

import { writeLastPosition } from '../../platform/storage/last-position.ts';
import { tokenOf } from '../../testing/sign-in-here.ts';
import { isInPart, startDocument, startLocator } from './start-locator.ts';

const BOOK = '1'.repeat(26);
const store = (owner: string, href: string): void => writeLastPosition(owner, BOOK, { locator: { href, locations: {} }, updatedAt: 1 });
const documentOf = (search: string, token?: string) => startDocument({ bookId: BOOK, search, token });
const at = (href: string): string => `?at=${encodeLocatorParam({ href, locations: { progression: 0.5 } })}`;

afterEach(() => localStorage.clear());

describe('the document at which a book opens', () => {
  it('is the one that the address of the page requests', () => {
    store('anonymous', 'stored.xhtml');
    expect(documentOf('?href=text%2F一.xhtml%23s1')).toBe('text/一.xhtml');
    expect(documentOf(at('two.xhtml'))).toBe('two.xhtml');
  });

  it('is otherwise the last one on this device of the same user', () => {
    store('anonymous', 'of-anonymous.xhtml');
    store('user1', 'of-user.xhtml');
    expect(documentOf('')).toBe('of-anonymous.xhtml');
    expect(documentOf('', tokenOf({ id: 'user1' }))).toBe('of-user.xhtml');
    expect(documentOf('', tokenOf({ id: 'user2' }))).toBeUndefined();
  });

  it.each([
    ['a malformed locator', '?at=%%%', undefined],
    ['an empty address', '?href=', undefined],
    ['an address that is too long', `?href=${'a'.repeat(1_025)}`, undefined],
    ['a token that cannot be decoded', '', 'no token'],
  ])('is unknown with %s', (_what, search, token) => {
    expect(documentOf(search, token)).toBeUndefined();
  });

  it('is that of the later position, on this device or on the server', () => {
    store('anonymous', 'here.xhtml');
    const startWith = (updatedAt: number) =>
      startLocator({ bookId: BOOK, search: '', token: undefined }, { locator: { href: 'there.xhtml', locations: {} }, updatedAt });
    expect([startWith(0), startWith(1), startWith(2)]).toMatchObject([
      { href: 'here.xhtml' },
      { href: 'here.xhtml' },
      { href: 'there.xhtml' },
    ]);
  });

  it.each(['{"locator":{"hr', 'null', '{"locator":{"href":7,"locations":{}}}', '{"locator":{"href":"a.xhtml"}}'])(
    'is unknown if the stored text is %s',
    (text) => {
      localStorage.setItem(`place:anonymous:${BOOK}`, text);
      expect(documentOf('')).toBeUndefined();
    },
  );

  it.each([null, 7, { href: ['a'], locations: {} }, { href: 'a.xhtml', locations: null }])(
    'is the stored one if the address of the page has %j in place of a locator',
    (value) => {
      store('anonymous', 'stored.xhtml');
      expect(documentOf(`?at=${encodeLocatorParam(value as unknown as Locator)}`)).toBe('stored.xhtml');
    },
  );
});

describe('the first page', () => {
  const book = (layout: 'reflowable' | 'fixed', documents: number) =>
    ({ metadata: { layout }, readingOrder: { documents, items: [{ href: 'a.xhtml' }, { href: 'b.xhtml' }] } }) as unknown as Parameters<
      typeof isInPart
    >[0];

  it.each([
    ['without a position', 'reflowable', 9, undefined, true],
    ['in one of the received documents', 'reflowable', 9, 'b.xhtml#s1', true],
    ['in another document', 'reflowable', 9, 'c.xhtml', false],
    ['in a book with a fixed layout', 'fixed', 9, 'b.xhtml', false],
    ['in a book of which all documents were received', 'fixed', 2, 'c.xhtml', true],
  ] as const)('%s requires the whole reading order or not', (_where, layout, documents, href, expected) => {
    expect(isInPart(book(layout, documents), href === undefined ? undefined : { href })).toBe(expected);
  });

  it('in a book with documents of both layouts requires the whole reading order', () => {
    const { metadata, readingOrder } = book('reflowable', 9);
    const mixed = { metadata: { ...metadata, hasBothLayouts: true }, readingOrder };
    expect(isInPart(mixed, { href: 'b.xhtml' })).toBe(false);
  });
});
