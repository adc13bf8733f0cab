import { expect, it } from 'vitest';
import { safeRedirect } from './safe-redirect.ts';

it.each([
  ['/bookshelf', '/bookshelf'],
  ['/course/search?q=学习&tab=body#top', '/course/search?q=%E5%AD%A6%E4%B9%A0&tab=body#top'],
  [null, '/'],
  ['', '/'],
  ['https://evil.example/', '/'],
  ['//evil.example/', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/x/..//evil.example', '/'],
  ['/bookshelf\\..\\..', '/'],
  ['javascript:alert(1)', '/'],
  ['/user/login?redirect=/user/login', '/'],
])('after sign-in %j leads to %j', (asked, target) => {
  expect(safeRedirect(asked)).toBe(target);
});
