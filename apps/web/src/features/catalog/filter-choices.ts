/** What filters of lists of books are called, and what they can be set to. */
import { type CourseFilter, courseFilter, type listCourses, type OutputOf } from '@shufang/contract';
import { catalogText, languageName } from '../../platform/messages/zh-cn/catalog.ts';

export type Facets = OutputOf<typeof listCourses>['facets'];

export interface Choice {
  readonly value: string | undefined;
  readonly name: string;
  readonly count?: number;
}

/** Two tags with one name are told apart by the tags. */
const languageChoices = (languages: Facets['languages']): readonly Choice[] => {
  const names = languages.map(({ value }) => languageName(value));
  return languages.map(({ value, count }, index) => {
    const name = names[index] ?? value;
    return { value, name: names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} ${value}`, count };
  });
};

const plain = (values: readonly { readonly value: string | number; readonly count: number }[]): readonly Choice[] =>
  values.map(({ value, count }) => ({ value: String(value), name: String(value), count }));

type Category = Facets['categories'][number];

/** From the top down to this one; nothing for one nobody knows. */
export const pathTo = (categories: readonly Category[], id: string | undefined): readonly Category[] => {
  const one = categories.find((category) => category.id === id);
  return one === undefined ? [] : [...pathTo(categories, one.parentId), one];
};

/** A subject of a school with its grade: there are many of one name. */
const categoryName = (categories: readonly Category[], id: string): string | undefined => {
  const [one, parent, grandparent] = pathTo(categories, id).toReversed();
  return one?.kind === 'school' && grandparent !== undefined ? `${parent?.name ?? ''}${one.name}` : one?.name;
};

export const choicesOf: Record<Exclude<CourseFilter, 'category'>, (facets: Facets) => readonly Choice[]> = {
  level: ({ levels }) => levels.map(({ value, count }) => ({ value, name: catalogText.levels[value], count })),
  access: ({ access }) => access.map(({ value, count }) => ({ value, name: catalogText.accessModels[value], count })),
  language: ({ languages }) => languageChoices(languages),
  publisher: ({ publishers }) => plain(publishers),
  plan: ({ plans }) => plain(plans),
  media: ({ media }) => media.map(({ value, count }) => ({ value, name: catalogText.media[value], count })),
  year: ({ years }) => years.map(({ value, count }) => ({ value: String(value), name: catalogText.yearOf(value), count })),
};

const nameless: Partial<Record<CourseFilter, (value: string) => string>> = {
  level: (value) => catalogText.levels[value as keyof typeof catalogText.levels],
  access: (value) => catalogText.accessModels[value as keyof typeof catalogText.accessModels],
  language: languageName,
  media: (value) => catalogText.media[value as keyof typeof catalogText.media],
  year: (value) => catalogText.yearOf(Number(value)),
};

/** For a value that no book found has. */
export const nameWithoutFacets = (filter: CourseFilter, value: string): string => nameless[filter]?.(value) ?? value;

const nameOf = (filter: CourseFilter, value: string, facets: Facets): string | undefined =>
  filter === 'category' ? categoryName(facets.categories, value) : choicesOf[filter](facets).find((choice) => choice.value === value)?.name;

export interface ChosenFilter {
  readonly filter: CourseFilter;
  readonly name: string;
}

/** The filters that are on, each with its name. */
export const chosenFilters = (
  filters: { readonly [Name in CourseFilter]?: string | number | undefined },
  facets: Facets | undefined,
): readonly ChosenFilter[] =>
  courseFilter.options.flatMap((filter) => {
    const chosen = filters[filter];
    if (chosen === undefined) return [];
    const value = String(chosen);
    const known = facets === undefined ? undefined : nameOf(filter, value, facets);
    return [{ filter, name: known ?? nameWithoutFacets(filter, value) }];
  });
