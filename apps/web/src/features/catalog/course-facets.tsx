/** The rows of choices above the course list: links, so that each choice has an address. */
import type { listCourses, OutputOf } from '@shufang/contract';
import { Link } from 'react-router';
import { catalogText, languageName } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './course-facets.module.css';
import { courseListAddress, type FilterName } from './course-filters.ts';
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

const FacetRow = ({ label, choices, chosen, addressOf }: FacetRowProps) => (
  <div className={styles.row}>
    <span className={styles.label} id={`facet-${label}`}>
      {label}
    </span>
    <ul className={styles.choices} aria-labelledby={`facet-${label}`}>
      {choices.map(({ value, name, count }) => (
        <li key={value ?? ''}>
          <Link to={addressOf(value)} className={styles.choice} aria-current={value === chosen ? 'true' : undefined} preventScrollReset>
            {name}
            {count === undefined ? null : <span className={styles.count}>{count}</span>}
          </Link>
        </li>
      ))}
    </ul>
  </div>
);

const withAll = (choices: readonly Choice[]): readonly Choice[] => [{ value: undefined, name: catalogText.all }, ...choices];

export const CourseFacets = ({ filters, facets }: { filters: CourseFilters; facets: Facets }) => {
  const addressOf = (name: FilterName) => (value: string | undefined) => courseListAddress(filters, { [name]: value });
  const names = facets.languages.map(({ value }) => languageName(value));
  const languages = facets.languages.map(({ value, count }, index) => ({
    value,
    name:
      names.indexOf(names[index] ?? '') === names.lastIndexOf(names[index] ?? '') ? (names[index] ?? value) : `${names[index]} ${value}`,
    count,
  }));
  const chosenAccess = filters.access;
  const categories = facets.categories.filter(({ id, count }) => count > 0 || id === filters.category);
  return (
    <nav className={styles.facets} aria-label={catalogText.filters}>
      {categories.length === 0 ? null : (
        <FacetRow
          label={catalogText.discipline}
          choices={withAll(categories.map(({ id, name, count }) => ({ value: id, name, count })))}
          chosen={filters.category}
          addressOf={addressOf('category')}
        />
      )}
      <FacetRow
        label={catalogText.access}
        choices={withAll(
          [
            ...facets.access,
            ...(chosenAccess === undefined || facets.access.some(({ value }) => value === chosenAccess)
              ? []
              : [{ value: chosenAccess, count: 0 }]),
          ].map(({ value, count }) => ({ value, name: catalogText.accessModels[value], count })),
        )}
        chosen={filters.access}
        addressOf={addressOf('access')}
      />
      {languages.length < 2 && filters.language === undefined ? null : (
        <FacetRow label={catalogText.language} choices={withAll(languages)} chosen={filters.language} addressOf={addressOf('language')} />
      )}
      <FacetRow
        label={catalogText.sort}
        choices={(['default', 'newest', 'title'] as const).map((value) => ({ value, name: catalogText.sorts[value] }))}
        chosen={filters.sort ?? 'default'}
        addressOf={(sort) => courseListAddress(filters, { sort })}
      />
    </nav>
  );
};

export interface ChosenFilter {
  readonly filter: FilterName;
  readonly name: string;
  /** The filters without it. */
  readonly without: CourseFilters;
}

/** The filters that are on, each with its name and what would be left without it. */
export const chosenFilters = (filters: CourseFilters, facets: Facets | undefined): readonly ChosenFilter[] => {
  const { category, access, language, ...rest } = filters;
  const on = {
    ...(category === undefined ? {} : { category }),
    ...(access === undefined ? {} : { access }),
    ...(language === undefined ? {} : { language }),
  };
  const without = (name: FilterName): CourseFilters => {
    const { [name]: _dropped, ...left } = on;
    return { ...left, ...rest };
  };
  return [
    ...(category === undefined
      ? []
      : [
          {
            filter: 'category' as const,
            name: facets?.categories.find(({ id }) => id === category)?.name ?? category,
            without: without('category'),
          },
        ]),
    ...(access === undefined ? [] : [{ filter: 'access' as const, name: catalogText.accessModels[access], without: without('access') }]),
    ...(language === undefined ? [] : [{ filter: 'language' as const, name: languageName(language), without: without('language') }]),
  ];
};
