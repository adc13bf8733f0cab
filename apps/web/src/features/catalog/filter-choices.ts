/** Labels and options of the book list filters. */
import { type CourseFilter, courseFilter, type listCourses, type OutputOf } from '@shufang/contract';
import { catalogText, languageName } from '../../platform/messages/zh-cn/catalog.ts';

export type Facets = OutputOf<typeof listCourses>['facets'];

export interface Choice {
  readonly value: string | undefined;
  readonly name: string;
  readonly count?: number;
}

/** Returns the options of the language filter. Languages with the same name are distinguished by their language tags. */
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

/** Returns the path from the root to this category; empty for an unknown one. */
export const pathTo = (categories: readonly Category[], id: string | undefined): readonly Category[] => {
  const one = categories.find((category) => category.id === id);
  return one === undefined ? [] : [...pathTo(categories, one.parentId), one];
};

/** Returns the name of a category; that of a school subject contains its grade, because subjects repeat in each grade. */
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

/** Returns the label of a filter value that no result has and that the server therefore does not list. */
export const nameWithoutFacets = (filter: CourseFilter, value: string): string => nameless[filter]?.(value) ?? value;

const nameOf = (filter: CourseFilter, value: string, facets: Facets): string | undefined =>
  filter === 'category' ? categoryName(facets.categories, value) : choicesOf[filter](facets).find((choice) => choice.value === value)?.name;

export interface ChosenFilter {
  readonly filter: CourseFilter;
  readonly name: string;
}

/** Returns the active filters with their labels. */
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
