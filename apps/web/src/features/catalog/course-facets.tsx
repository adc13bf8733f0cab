/** The rows of filters above the course list. The values are links, so that each selection has a URL. */
import { type CourseFilter, categoryKind, courseFilter, courseSort } from '@shufang/contract';
import { Cluster, Column, Grid, Row, Text, TextButton } from '@shufang/ui';
import { useState } from 'react';
import { Link } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './course-facets.module.css';
import { type CourseView, courseListAddress } from './course-filters.ts';
import { type Choice, choicesOf, type Facets, nameWithoutFacets, pathTo } from './filter-choices.ts';
import type { CourseFilters } from './queries.ts';

interface FacetRowProps {
  /** Identifies the row among all rows: the name of its filter, the kind of its category tree, or the id of its parent category. */
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  readonly addressOf: (value: string | undefined) => string;
}

/** Number of values that a row shows at first, besides the selected one; a button shows the rest. */
const SHOWN = 12;

const FacetRow = ({ name: row, label, choices, chosen, addressOf }: FacetRowProps) => {
  const [isOpen, setOpen] = useState(false);
  const isLong = choices.length > SHOWN + 1;
  const shown = isOpen || !isLong ? choices : choices.filter(({ value }, index) => index < SHOWN || value === chosen);
  return (
    <Grid align="baseline" className={styles.row}>
      <Text size={13} tone="faint" id={`facet-${row}`}>
        {label}
      </Text>
      <Cluster as="ul" className={styles.choices} aria-labelledby={`facet-${row}`}>
        {shown.map(({ value, name, count }) => (
          <li key={value ?? ''}>
            <Row
              to={addressOf(value)}
              as={Link}
              gap={4}
              align="baseline"
              inline
              size={14}
              whiteSpace="nowrap"
              className={styles.choice}
              aria-current={value === chosen ? 'true' : undefined}
              preventScrollReset
              // Language names come from the JavaScript engine, so those of the browser may differ from those rendered on the server.
              suppressHydrationWarning
            >
              {name}
              {count === undefined ? null : (
                <Text size={12} tone="faint" className={styles.count}>
                  {count}
                </Text>
              )}
            </Row>
          </li>
        ))}
        {isLong ? (
          <li>
            <TextButton type="button" whiteSpace="nowrap" className={styles.unfold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? catalogText.facetFold(label) : catalogText.facetUnfold(label, choices.length - shown.length)}
            </TextButton>
          </li>
        ) : null}
      </Cluster>
    </Grid>
  );
};

type Category = Facets['categories'][number];

interface FacetData {
  readonly name: string;
  readonly filter: CourseFilter;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
}

/** Returns a row of filters for each category tree, and one for each level below the selected category. */
const categoryRows = (categories: readonly Category[], chosen: string | undefined, total: number): readonly FacetData[] => {
  const path = pathTo(categories, chosen);
  const partsOf = (parentId: string | undefined, kind: Category['kind']): Choice[] =>
    categories
      .filter((one) => one.parentId === parentId && one.kind === kind && (one.count > 0 || path.includes(one)))
      .map(({ id, name, count }) => ({ value: id, name, count }));
  const all = { value: undefined, name: catalogText.all };
  const isUnknown = chosen !== undefined && path.length === 0;
  return categoryKind.options.flatMap((kind): FacetData[] => {
    const names = catalogText.categoryLevels[kind];
    const tops = partsOf(undefined, kind);
    if (isUnknown && kind === 'discipline') tops.push({ value: chosen, name: chosen, count: 0 });
    const isNoChoice = tops.length === 0 || (tops.length === 1 && chosen === undefined && tops[0]?.count === total);
    const isMine = path[0]?.kind === kind;
    const top: FacetData = {
      name: kind,
      filter: 'category',
      label: names[0] ?? '',
      choices: [all, ...tops],
      chosen: isMine ? path[0]?.id : isUnknown && kind === 'discipline' ? chosen : undefined,
    };
    const below = isMine
      ? path.flatMap((one, depth): FacetData[] => {
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

/** Returns the rows of filters. A filter for which all results have the same value is left out. */
const rowsOf = (filters: CourseFilters, facets: Facets, total: number): readonly FacetData[] =>
  courseFilter.options.flatMap((filter): readonly FacetData[] => {
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
  /** The number of books that match the filters. */
  readonly total: number;
  readonly view: CourseView;
}

export const CourseFacets = ({ filters, facets, total, view }: CourseFacetsProps) => (
  <Column as="nav" gap={8} className={styles.facets} aria-label={catalogText.filters}>
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
  </Column>
);
