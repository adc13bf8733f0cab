import { describe, expect, test } from 'vitest';
import { findStart } from './find-start.ts';

const document = (href: string, { isLinear = true, isNavigation = false, isListed = href === 'a.xhtml' || href === 'b.xhtml' } = {}) => ({
  href,
  isLinear,
  isNavigation,
  isListed,
});
const nav = document('nav.xhtml', { isNavigation: true });
const landmark = (role: string, href: string) => ({ title: role, role, href });

describe('a book opens', () => {
  test.each([
    ['after the navigation document at its start', [nav, document('a.xhtml'), document('b.xhtml')], [], 'a.xhtml'],
    ['at the start of the text that the publisher states', [nav, document('a.xhtml'), document('b.xhtml')], ['b.xhtml#s'], 'b.xhtml'],
    [
      'after cover and title page with the table of contents',
      [document('c.xhtml'), document('t.xhtml'), nav, document('a.xhtml')],
      [],
      'a.xhtml',
    ],
    ['at its beginning if a listed preface precedes the table of contents', [document('a.xhtml'), nav, document('b.xhtml')], [], undefined],
    ['at its beginning if its table of contents is at its end', [document('a.xhtml'), document('b.xhtml'), nav], [], undefined],
    ['at its beginning without a table of contents in the flow', [document('a.xhtml'), document('b.xhtml')], ['b.xhtml'], undefined],
    ['at its table of contents if there is nothing else', [nav], [], undefined],
    ['after documents outside the linear order', [nav, document('n.xhtml', { isLinear: false }), document('a.xhtml')], [], 'a.xhtml'],
  ])('%s', (_, documents, bodymatter, expected) => {
    expect(findStart({ documents, landmarks: bodymatter.map((href) => landmark('bodymatter', href)) })).toBe(expected);
  });

  test('after a page that the landmarks call the table of contents', () => {
    const documents = [document('mulu.xhtml'), document('a.xhtml')];
    expect(findStart({ documents, landmarks: [landmark('toc', 'mulu.xhtml#top')] })).toBe('a.xhtml');
  });
});
