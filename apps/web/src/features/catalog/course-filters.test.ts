import { describe, expect, it } from 'vitest';
import { courseListAddress, filtersOf } from './course-filters.ts';

const read = (query: string) => filtersOf(new URLSearchParams(query));

describe('the choices of the course list', () => {
  it('come back from the address they were written to', () => {
    const filters = { category: '文学', level: 'undergrad', access: 'free', language: 'zh-Hans', sort: 'title' } as const;
    expect(read(courseListAddress(filters).split('?')[1] ?? '')).toEqual(filters);
  });

  it('ignore what an address cannot mean', () => {
    expect(read('access=stolen&level=nursery&sort=price&category=&language=')).toEqual({});
  });

  it('change one at a time', () => {
    expect(courseListAddress({ category: 'a', access: 'free' }, { access: undefined })).toBe('/course/list?category=a');
    expect(courseListAddress({ category: 'a' }, { category: undefined, sort: 'default' })).toBe('/course/list');
  });
});
