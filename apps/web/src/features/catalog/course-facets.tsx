/** The row of filters above the course list. Every selection is stored in the URL. */
import { type CourseFilter, categoryKind, courseFilter, courseSort } from '@shufang/contract';
import { Cluster } from '@shufang/ui';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import styles from './course-facets.module.css';
import { type CourseChange, type CourseView, courseListAddress } from './course-filters.ts';
import { type Choice, choicesOf, type Facets, nameWithoutFacets, pathTo } from './filter-choices.ts';
import { FilterField } from './filter-field.tsx';
import { PhoneFilters } from './phone-filters.tsx';
import type { CourseFilters } from './queries.ts';

type Category = Facets['categories'][number];

interface FacetData {
  /** Identifies the menu: the name of its filter, the kind of its category tree, or the id of its parent category. */
  readonly name: string;
  readonly filter: CourseFilter;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly chosen: string | undefined;
  /** The value of the filter when nothing is selected in this menu: the parent category in a menu of a lower level. */
  readonly without?: string;
}

/** Returns a menu for each category tree, and one for each level below the selected category. */
const categoryMenus = (categories: readonly Category[], chosen: string | undefined, total: number): readonly FacetData[] => {
  const path = pathTo(categories, chosen);
  const partsOf = (parentId: string | undefined, kind: Category['kind']): Choice[] =>
    categories
      .filter((one) => one.parentId === parentId && one.kind === kind && (one.count > 0 || path.includes(one)))
      .map(({ id, name, count }) => ({ value: id, name, count }));
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
      choices: tops,
      chosen: isMine ? path[0]?.id : isUnknown && kind === 'discipline' ? chosen : undefined,
    };
    const below = isMine
      ? path.flatMap((one, depth): FacetData[] => {
          const parts = partsOf(one.id, kind);
          const label = names[depth + 1];
          if (parts.length === 0 || label === undefined) return [];
          return [{ name: one.id, filter: 'category', label, choices: parts, chosen: path[depth + 1]?.id, without: one.id }];
        })
      : [];
    return isNoChoice ? below : [top, ...below];
  });
};

/** Returns the menus. A filter for which all results have the same value is left out. */
const menusOf = (filters: CourseFilters, facets: Facets, total: number): readonly FacetData[] =>
  courseFilter.options.flatMap((filter): readonly FacetData[] => {
    if (filter === 'category') return categoryMenus(facets.categories, filters.category, total);
    const value = filters[filter];
    const chosen = value === undefined ? undefined : String(value);
    const found = choicesOf[filter](facets).filter(({ count, value: id }) => (count ?? 0) > 0 || id === chosen);
    const isMissing = chosen !== undefined && found.every((choice) => choice.value !== chosen);
    const choices = isMissing ? [...found, { value: chosen, name: nameWithoutFacets(filter, chosen), count: 0 }] : found;
    const isNoChoice = choices.length === 0 || (choices.length === 1 && chosen === undefined && choices[0]?.count === total);
    return isNoChoice
      ? []
      : [
          {
            name: filter,
            filter,
            label: catalogText.filterNames[filter],
            choices,
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

export const CourseFacets = ({ filters, facets, total, view }: CourseFacetsProps) => {
  const navigate = useNavigate();
  const go = (change: CourseChange): void => void navigate(courseListAddress(filters, change, view), { preventScrollReset: true });
  const [isOpen, setOpen] = useState(false);
  const menus = menusOf(filters, facets, total);
  return (
    <Cluster as="section" gap={8} className={styles.facets} aria-label={catalogText.filters}>
      <PhoneFilters count={menus.filter(({ chosen }) => chosen !== undefined).length} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {menus.map(({ name, filter, label, choices, chosen, without }) => (
          <FilterField
            key={name}
            label={label}
            choices={choices}
            chosen={chosen}
            onChoose={(value) => go({ [filter]: value ?? without })}
          />
        ))}
      </PhoneFilters>
      <FilterField
        label={catalogText.sort}
        choices={courseSort.options.map((value) => ({
          value: value === 'default' ? undefined : value,
          name: catalogText.sortedBy(catalogText.sorts[value]),
        }))}
        chosen={filters.sort === 'default' ? undefined : filters.sort}
        onChoose={(sort) => go({ sort })}
      />
    </Cluster>
  );
};
