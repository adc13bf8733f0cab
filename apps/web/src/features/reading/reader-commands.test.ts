import { expect, test } from 'vitest';
import { commandOf } from './reader-commands.ts';

const key = (name: string, held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>> = {}) => ({
  key: name,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('arrow keys follow the reading direction', () => {
  expect(commandOf(key('ArrowRight'), false)).toBe('next');
  expect(commandOf(key('ArrowRight'), true)).toBe('previous');
  expect(commandOf(key(' ', { shiftKey: true }), false)).toBe('previous');
});

test('search opens by slash and by Ctrl+F, and other shortcuts are left to the browser', () => {
  expect(commandOf(key('/'), false)).toBe('search');
  expect(commandOf(key('f', { ctrlKey: true }), false)).toBe('search');
  expect(commandOf(key('f', { metaKey: true }), false)).toBe('search');
  expect(commandOf(key('t', { ctrlKey: true }), false)).toBeUndefined();
  expect(commandOf(key('ArrowLeft', { altKey: true }), false)).toBeUndefined();
});
