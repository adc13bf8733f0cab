/** The rows of choices above the course list: links, so that each choice has an address. */
import { type CourseFilter, categoryKind, courseFilter, courseSort } from '@shufang/contract';
import { useState } from 'react';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './course-facets.module.css';
import { type CourseView, courseListAddress } from './course-filters.ts';
import { type Choice, choicesOf, type Facets, nameWithoutFacets, pathTo } from './filter-choices.ts';
import type { CourseFilters } from './queries.ts';

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
            <Link
              to={addressOf(value)}
              className={styles.choice}
              aria-current={value === chosen ? 'true' : undefined}
              preventScrollReset
              // Names of languages are the browser's: the server may call one otherwise.
              suppressHydrationWarning
            >
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

type Category = Facets['categories'][number];

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

/** Shown only where there is something to choose between: not where all the books found have one value. */
const rowsOf = (filters: CourseFilters, facets: Facets, total: number): readonly Row[] =>
  courseFilter.options.flatMap((filter): readonly Row[] => {
    if (filter === 'category') return categoryRows(facets.categories, filters.category, total);
    const value = filters[filter];
    const chosen = value === undefined ? undefined : String(value);
    const found = choicesOf[filter](facets).filter(({ count, value: id }) => (count ?? 0) > 0 || id === chosen);
    const isMissing = chosen !== undefined && found.every((choice) => choice.value !== chosen);
    const choices = isMissing ? [...found, { value: chosen, name: nameWithoutFacets(filter, chosen), count: 0 }] : found;
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
