import { describe, expect, it } from 'vitest';
import { bookListAddress, bookListChoicesOf, bookListViewOf } from './book-list-choices.ts';

const paramsOf = (address: string): URLSearchParams => new URLSearchParams(address.split('?')[1]);

describe('the filters of the book list', () => {
  it('are the same after conversion to a URL and back', () => {
    const choices = { source: 'publisher', id: '中华书局 & 古籍', access: 'free', sort: 'hot' } as const;
    const params = paramsOf(bookListAddress(choices, 'rows'));
    expect(bookListChoicesOf(params)).toEqual(choices);
    expect(bookListViewOf(params)).toBe('rows');
  });

  it('ignore invalid parameters', () => {
    expect(bookListChoicesOf(paramsOf('?source=stolen&sort=price&access=mine&id='))).toEqual({ source: 'new' });
    expect(bookListViewOf(paramsOf('?view=cube'))).toBe('grid');
  });

  it('have no other access among free books', () => {
    expect(bookListChoicesOf(paramsOf('?source=free&access=paid&language=ja'))).toEqual({ source: 'free', language: 'ja' });
  });

  it('omit defaults from the URL', () => {
    expect(bookListAddress({ source: 'new', sort: 'default' })).toBe('/book/list?source=new');
  });
});
