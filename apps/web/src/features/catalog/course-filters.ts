/** The choices of the course list, as the address holds them. */
import { accessModel } from '@shufang/contract';
import type { CourseFilters } from './queries.ts';

const sorts = ['default', 'newest', 'title'] as const;

const filterNames = ['category', 'access', 'language'] as const;
export type FilterName = (typeof filterNames)[number];

/** Reads the choices; what an address cannot mean counts as not chosen. */
export const filtersOf = (params: URLSearchParams): CourseFilters => {
  const category = params.get('category')?.slice(0, 64);
  const access = accessModel.safeParse(params.get('access')).data;
  const language = params.get('language')?.slice(0, 16);
  const sort = sorts.find((value) => value === params.get('sort'));
  return { ...(category ? { category } : {}), ...(access ? { access } : {}), ...(language ? { language } : {}), ...(sort ? { sort } : {}) };
};

/** The address of the list with one choice changed; undefined takes it away. */
export const courseListAddress = (
  filters: CourseFilters,
  change: Partial<Record<FilterName | 'sort', string | undefined>> = {},
): string => {
  const params = new URLSearchParams();
  for (const name of [...filterNames, 'sort'] as const) {
    const value = name in change ? change[name] : filters[name];
    if (value !== undefined && value !== 'default') params.set(name, value);
  }
  const query = params.toString();
  return query === '' ? '/course/list' : `/course/list?${query}`;
};
