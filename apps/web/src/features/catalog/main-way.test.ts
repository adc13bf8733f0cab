import type { AccessRight } from '@shufang/contract';
import { expect, it } from 'vitest';
import { mainWayOf, mainWayOfCollection } from './main-way.ts';

const none: AccessRight = { kind: 'none', reason: '' };
const anonymousUser = { signedIn: false, isSold: false };
const reader = { signedIn: true, isSold: false };

it.each([
  ['an owned book that is for sale', { kind: 'owned', reason: '' }, { signedIn: true, isSold: true }, 'read'],
  ['a trial of a book for sale', { kind: 'trial', reason: '' }, { signedIn: false, isSold: true }, 'buy'],
  ['a trial of a book that is not for sale', { kind: 'trial', reason: '', openByCode: true }, reader, 'read'],
  ['a license without a free slot', { ...none, full: true, openByCode: true }, { signedIn: true, isSold: true }, 'again'],
  [
    'a book licensed by an institution, signed out',
    { ...none, openBySignIn: true, openByCode: true },
    { signedIn: false, isSold: true },
    'signIn',
  ],
  ['a book for sale, signed in', { ...none, openByCode: true }, { signedIn: true, isSold: true }, 'buy'],
  ['a book for sale, signed out', { ...none, openByCode: true }, { signedIn: false, isSold: true }, 'buy'],
  ['a paid book that is not for sale', { ...none, openByCode: true }, reader, 'redeem'],
  ['a book by code, signed out', { ...none, openByCode: true }, anonymousUser, 'redeem'],
  ['a book off the shelf, signed out', none, anonymousUser, 'signIn'],
  ['a book off the shelf that the user does not own', none, reader, 'browse'],
] as const)('the main action is correct for %s', (_, right, circumstances, way) =>
  expect(mainWayOf({ book: { accessModel: 'paid' }, right }, circumstances)).toBe(way),
);

it('a book that was removed by order is not for sale, and sign-in is not offered for it', () => {
  const book = { accessModel: 'paid', removed: true } as const;
  expect(mainWayOf({ book, right: none }, { signedIn: true, isSold: true })).toBe('browse');
  expect(mainWayOf({ book, right: none }, { signedIn: false, isSold: true })).toBe('browse');
  expect(mainWayOf({ book, right: { kind: 'owned', reason: '您以工作人员身份阅读' } }, reader)).toBe('read');
});

it('institution sign-in comes before buying for the institution’s own users, and first where there is no other way', () => {
  const open: AccessRight = { ...none, openByCode: true };
  const wayIn = (accessModel: 'paid' | 'institutionOnly', names: string[]) =>
    mainWayOf({ book: { accessModel }, right: open, institutionSignIn: { names } }, { signedIn: true, isSold: accessModel === 'paid' });
  expect(wayIn('paid', ['甲大学'])).toBe('institution');
  expect(wayIn('paid', [])).toBe('buy');
  expect(wayIn('institutionOnly', [])).toBe('institution');
});

it.each([
  [true, 'buy'],
  [false, 'shelf'],
  [undefined, undefined],
] as const)('a collection sold as a bundle (%s) has one main button', (isSold, way) => expect(mainWayOfCollection(isSold)).toBe(way));
