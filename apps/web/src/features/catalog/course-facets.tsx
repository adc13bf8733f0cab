/** The rows of choices above the course list: links, so that each choice has an address. */
import { type CourseFilter, categoryKind, courseFilter, courseSort, type listCourses, type OutputOf } from '@shufang/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { catalogText, languageName } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './course-facets.module.css';
import { type CourseView, courseListAddress } from './course-filters.ts';
import type { CourseFilters } from './queries.ts';

type Facets = OutputOf<typeof listCourses>['facets'];

interface Choice {
  readonly value: string | undefined;
  readonly name: string;
  readonly count?: number;
}

interface FacetRowProps {
  /** Of the row among the others. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly addressOf: (value: string | undefined) => string;
}

/** Of a long row the first ones, and the chosen one; the rest when asked for. */
const SHOWN = 12;

const FacetRow = ({ name: row, label, choices, chosen, addressOf }: FacetRowProps) => {
  const [isOpen, setOpen] = useState(false);
  const isLong = choices.length > SHOWN + 1;
  const shown = isOpen || !isLong ? choices : choices.filter(({ value }, index) => index < SHOWN || value === chosen);
  return (
    <div className={styles.row}>
      <span className={styles.label} id={`facet-${row}`}>
        {label}
      </span>
      <ul className={styles.choices} aria-labelledby={`facet-${row}`}>
        {shown.map(({ value, name, count }) => (
          <li key={value ?? ''}>
            <Link to={addressOf(value)} className={styles.choice} aria-current={value === chosen ? 'true' : undefined} preventScrollReset>
              {name}
              {count === undefined ? null : <span className={styles.count}>{count}</span>}
            </Link>
          </li>
        ))}
        {isLong ? (
          <li>
            <button type="button" className={styles.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? catalogText.facetFold(label) : catalogText.facetUnfold(label, choices.length - shown.length)}
            </button>
          </li>
        ) : null}
      </ul>
    </div>
  );
};

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
const pathTo = (categories: readonly Category[], id: string | undefined): readonly Category[] => {
  const one = categories.find((category) => category.id === id);
  return one === undefined ? [] : [...pathTo(categories, one.parentId), one];
};

/** A subject of a school with its grade: there are many of one name. */
const categoryName = (categories: readonly Category[], id: string): string | undefined => {
  const [one, parent, grandparent] = pathTo(categories, id).toReversed();
  return one?.kind === 'school' && grandparent !== undefined ? `${parent?.name ?? ''}${one.name}` : one?.name;
};

interface Row {
  readonly name: string;
  readonly filter: CourseFilter;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
}

/** A row for each tree, and one for each level below what is chosen, which may be narrowed further. */
const categoryRows = (categories: readonly Category[], chosen: string | undefined, total: number): readonly Row[] => {
  const path = pathTo(categories, chosen);
  const partsOf = (parentId: string | undefined, kind: Category['kind']): Choice[] =>
    categories
      .filter((one) => one.parentId === parentId && one.kind === kind && (one.count > 0 || path.includes(one)))
      .map(({ id, name, count }) => ({ value: id, name, count }));
  const all = { value: undefined, name: catalogText.all };
  const isUnknown = chosen !== undefined && path.length === 0;
  return categoryKind.options.flatMap((kind): Row[] => {
    const names = catalogText.categoryLevels[kind];
    const tops = partsOf(undefined, kind);
    if (isUnknown && kind === 'discipline') tops.push({ value: chosen, name: chosen, count: 0 });
    const isNoChoice = tops.length === 0 || (tops.length === 1 && chosen === undefined && tops[0]?.count === total);
    const isMine = path[0]?.kind === kind;
    const top: Row = {
      name: kind,
      filter: 'category',
      label: names[0] ?? '',
      choices: [all, ...tops],
      chosen: isMine ? path[0]?.id : isUnknown && kind === 'discipline' ? chosen : undefined,
    };
    const below = isMine
      ? path.flatMap((one, depth): Row[] => {
          const parts = partsOf(one.id, kind);
          const label = names[depth + 1];
          if (parts.length === 0 || label === undefined) return [];
          const choices = [{ value: one.id, name: catalogText.all }, ...parts];
          return [{ name: one.id, filter: 'category', label, choices, chosen: path[depth + 1]?.id ?? one.id }];
        })
      : [];
    return isNoChoice ? below : [top, ...below];
  });
};

const choicesOf: Record<Exclude<CourseFilter, 'category'>, (facets: Facets) => readonly Choice[]> = {
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

/** Shown only where there is something to choose between: not where all the books found have one value. */
const rowsOf = (filters: CourseFilters, facets: Facets, total: number): readonly Row[] =>
  courseFilter.options.flatMap((filter): readonly Row[] => {
    if (filter === 'category') return categoryRows(facets.categories, filters.category, total);
    const value = filters[filter];
    const chosen = value === undefined ? undefined : String(value);
    const found = choicesOf[filter](facets).filter(({ count, value: id }) => (count ?? 0) > 0 || id === chosen);
    const isMissing = chosen !== undefined && found.every((choice) => choice.value !== chosen);
    const choices = isMissing ? [...found, { value: chosen, name: nameless[filter]?.(chosen) ?? chosen, count: 0 }] : found;
    const isNoChoice = choices.length === 0 || (choices.length === 1 && chosen === undefined && choices[0]?.count === total);
    return isNoChoice && filter !== 'access'
      ? []
      : [
          {
            name: filter,
            filter,
            label: catalogText.filterNames[filter],
            choices: [{ value: undefined, name: catalogText.all }, ...choices],
            chosen,
          },
        ];
  });

interface CourseFacetsProps {
  readonly filters: CourseFilters;
  readonly facets: Facets;
  /** How many books there are under the filters. */
  readonly total: number;
  readonly view: CourseView;
}

export const CourseFacets = ({ filters, facets, total, view }: CourseFacetsProps) => (
  <nav className={styles.facets} aria-label={catalogText.filters}>
    {rowsOf(filters, facets, total).map(({ filter, ...row }) => (
      <FacetRow key={row.name} {...row} addressOf={(value) => courseListAddress(filters, { [filter]: value }, view)} />
    ))}
    <FacetRow
      name="sort"
      label={catalogText.sort}
      choices={courseSort.options.map((value) => ({ value, name: catalogText.sorts[value] }))}
      chosen={filters.sort ?? 'default'}
      addressOf={(sort) => courseListAddress(filters, { sort }, view)}
    />
  </nav>
);

const nameOf = (filter: CourseFilter, value: string, facets: Facets): string | undefined =>
  filter === 'category' ? categoryName(facets.categories, value) : choicesOf[filter](facets).find((choice) => choice.value === value)?.name;

export interface ChosenFilter {
  readonly filter: CourseFilter;
  readonly name: string;
  /** The filters without it. */
  readonly without: CourseFilters;
}

/** The filters that are on, each with its name and what would be left without it. */
export const chosenFilters = (filters: CourseFilters, facets: Facets | undefined): readonly ChosenFilter[] =>
  courseFilter.options.flatMap((filter) => {
    const { [filter]: chosen, ...without } = filters;
    if (chosen === undefined) return [];
    const value = String(chosen);
    const known = facets === undefined ? undefined : nameOf(filter, value, facets);
    return [{ filter, name: known ?? nameless[filter]?.(value) ?? value, without }];
  });
