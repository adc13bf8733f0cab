/** The filters of the course list, stored in the URL. */
import { accessModel, bookLevel, type CourseFilter, courseFilter, courseSort, mediaKind } from '@shufang/contract';
import type { CourseFilters } from './queries.ts';

export const courseViews = ['grid', 'table'] as const;
export type CourseView = (typeof courseViews)[number];

/** Reads the filters from the URL; a filter with an invalid value counts as not set. */
export const filtersOf = (params: URLSearchParams): CourseFilters => {
  const text = (name: CourseFilter, max: number): string | undefined => params.get(name)?.trim().slice(0, max) || undefined;
  const year = params.get('year') ?? '';
  const read = {
    category: text('category', 64),
    level: bookLevel.safeParse(params.get('level')).data,
    access: accessModel.safeParse(params.get('access')).data,
    language: text('language', 16),
    publisher: text('publisher', 200),
    plan: text('plan', 100),
    media: mediaKind.safeParse(params.get('media')).data,
    year: /^[1-9]\d{3}$/.test(year) ? Number(year) : undefined,
    sort: courseSort.safeParse(params.get('sort')).data,
  };
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
};

export const courseViewOf = (params: URLSearchParams): CourseView => courseViews.find((view) => view === params.get('view')) ?? 'grid';

export type CourseChange = Partial<Record<CourseFilter | 'sort', string | undefined>>;

/** Returns the URL of the list with one filter changed; undefined removes the filter. */
export const courseListAddress = (filters: CourseFilters, change: CourseChange = {}, view: CourseView = 'grid'): string => {
  const params = new URLSearchParams();
  for (const name of [...courseFilter.options, 'sort'] as const) {
    const value = name in change ? change[name] : filters[name];
    if (value !== undefined && value !== 'default') params.set(name, String(value));
  }
  if (view !== 'grid') params.set('view', view);
  const query = params.toString();
  return query === '' ? '/course/list' : `/course/list?${query}`;
};
