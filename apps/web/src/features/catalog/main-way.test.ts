import type { AccessRight } from '@shufang/contract';
import { expect, it } from 'vitest';
import { mainWayOf, mainWayOfCollection } from './main-way.ts';

const none: AccessRight = { kind: 'none', reason: '' };
const stranger = { signedIn: false, isSold: false };
const reader = { signedIn: true, isSold: false };

it.each([
  ['who may read reads, also where the book is sold', { kind: 'owned', reason: '' }, { signedIn: true, isSold: true }, 'read'],
  ['a trial is opened before money is spoken of', { kind: 'trial', reason: '' }, { signedIn: false, isSold: true }, 'read'],
  ['all places taken: later', { ...none, full: true, openByCode: true }, { signedIn: true, isSold: true }, 'again'],
  ['the institution has paid already', { ...none, openBySignIn: true, openByCode: true }, { signedIn: false, isSold: true }, 'signIn'],
  ['for sale, signed in', { ...none, openByCode: true }, { signedIn: true, isSold: true }, 'buy'],
  ['for sale, signed out', { ...none, openByCode: true }, { signedIn: false, isSold: true }, 'buy'],
  ['not sold here after all', { ...none, openByCode: true }, reader, 'redeem'],
  ['by code, signed out', { ...none, openByCode: true }, stranger, 'redeem'],
  ['off the shelf: perhaps it is theirs', none, stranger, 'signIn'],
  ['off the shelf and not theirs', none, reader, 'browse'],
] as const)('%s', (_, right, circumstances, way) => expect(mainWayOf({ book: { accessModel: 'paid' }, right }, circumstances)).toBe(way));

it('a book that was ordered out of reading is not for sale, nor worth signing in for', () => {
  const book = { accessModel: 'paid', removed: true } as const;
  expect(mainWayOf({ book, right: none }, { signedIn: true, isSold: true })).toBe('browse');
  expect(mainWayOf({ book, right: none }, { signedIn: false, isSold: true })).toBe('browse');
  expect(mainWayOf({ book, right: { kind: 'owned', reason: '您以工作人员身份阅读' } }, reader)).toBe('read');
});

it('an institution’s sign-in comes before money for its own people, and first where there is no other way', () => {
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
] as const)('a collection that is sold as one (%s) has one main button', (isSold, way) => expect(mainWayOfCollection(isSold)).toBe(way));
