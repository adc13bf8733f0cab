import { describe, expect, it } from 'vitest';
import { courseListAddress, filtersOf } from './course-filters.ts';

const read = (query: string) => filtersOf(new URLSearchParams(query));

describe('the filters of the course list', () => {
  it('are the same after conversion to a URL and back', () => {
    const filters = { category: '文学', level: 'undergrad', access: 'free', language: 'zh-Hans', sort: 'title' } as const;
    expect(read(courseListAddress(filters).split('?')[1] ?? '')).toEqual(filters);
  });

  it('ignore invalid parameters', () => {
    expect(read('access=stolen&level=nursery&sort=price&category=&language=')).toEqual({});
  });

  it('are changed one at a time', () => {
    expect(courseListAddress({ category: 'a', access: 'free' }, { access: undefined })).toBe('/course/list?category=a');
    expect(courseListAddress({ category: 'a' }, { category: undefined, sort: 'default' })).toBe('/course/list');
  });
});
