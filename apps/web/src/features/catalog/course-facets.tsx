/** The rows of choices above the course list: links, so that each choice has an address. */
import { type CourseFilter, courseFilter, courseSort, type listCourses, type OutputOf } from '@shufang/contract';
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
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly addressOf: (value: string | undefined) => string;
}

/** Of a long row the first ones, and the chosen one; the rest when asked for. */
const SHOWN = 12;

const FacetRow = ({ label, choices, chosen, addressOf }: FacetRowProps) => {
  const [isOpen, setOpen] = useState(false);
  const isLong = choices.length > SHOWN + 1;
  const shown = isOpen || !isLong ? choices : choices.filter(({ value }, index) => index < SHOWN || value === chosen);
  return (
    <div className={styles.row}>
      <span className={styles.label} id={`facet-${label}`}>
        {label}
      </span>
      <ul className={styles.choices} aria-labelledby={`facet-${label}`}>
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

const choicesOf: Record<CourseFilter, (facets: Facets) => readonly Choice[]> = {
  category: ({ categories }) => categories.map(({ id, name, count }) => ({ value: id, name, count })),
  access: ({ access }) => access.map(({ value, count }) => ({ value, name: catalogText.accessModels[value], count })),
  language: ({ languages }) => languageChoices(languages),
  publisher: ({ publishers }) => plain(publishers),
  plan: ({ plans }) => plain(plans),
  media: ({ media }) => media.map(({ value, count }) => ({ value, name: catalogText.media[value], count })),
  year: ({ years }) => years.map(({ value, count }) => ({ value: String(value), name: catalogText.yearOf(value), count })),
};

const nameless: Partial<Record<CourseFilter, (value: string) => string>> = {
  access: (value) => catalogText.accessModels[value as keyof typeof catalogText.accessModels],
  language: languageName,
  media: (value) => catalogText.media[value as keyof typeof catalogText.media],
  year: (value) => catalogText.yearOf(Number(value)),
};

/** Shown only where there is something to choose between: not where all the books found have one value. */
const rowsOf = (
  filters: CourseFilters,
  facets: Facets,
  total: number,
): { filter: CourseFilter; choices: readonly Choice[]; chosen: string | undefined }[] =>
  courseFilter.options.flatMap((filter) => {
    const value = filters[filter];
    const chosen = value === undefined ? undefined : String(value);
    const found = choicesOf[filter](facets).filter(({ count, value: id }) => (count ?? 0) > 0 || id === chosen);
    const isMissing = chosen !== undefined && found.every((choice) => choice.value !== chosen);
    const choices = isMissing ? [...found, { value: chosen, name: nameless[filter]?.(chosen) ?? chosen, count: 0 }] : found;
    const isNoChoice = choices.length === 0 || (choices.length === 1 && chosen === undefined && choices[0]?.count === total);
    return isNoChoice && filter !== 'access'
      ? []
      : [{ filter, choices: [{ value: undefined, name: catalogText.all }, ...choices], chosen }];
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
    {rowsOf(filters, facets, total).map(({ filter, choices, chosen }) => (
      <FacetRow
        key={filter}
        label={catalogText.filterNames[filter]}
        choices={choices}
        chosen={chosen}
        addressOf={(value) => courseListAddress(filters, { [filter]: value }, view)}
      />
    ))}
    <FacetRow
      label={catalogText.sort}
      choices={courseSort.options.map((value) => ({ value, name: catalogText.sorts[value] }))}
      chosen={filters.sort ?? 'default'}
      addressOf={(sort) => courseListAddress(filters, { sort }, view)}
    />
  </nav>
);

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
    const known = facets === undefined ? undefined : choicesOf[filter](facets).find((choice) => choice.value === value);
    return [{ filter, name: known?.name ?? nameless[filter]?.(value) ?? value, without }];
  });
