/** Field for the disciplines of a book: shows the selected ones, and the category trees to select from. */
import { type CategoryKind, type CategoryNode, categoryKind } from '@shufang/contract';
import { IconX } from '@shufang/icons';
import { Cluster, Row, SelectField, Stack, Text } from '@shufang/ui';
import { useState } from 'react';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { catalogText } from '../../../platform/messages/zh-cn/catalog.ts';
import styles from './admin-books.module.css';

const more = adminCatalogText.book;

const kindOptions = categoryKind.options.map((value) => ({ value, label: catalogText.categoryKinds[value] }));
const categoryOptions = (nodes: readonly CategoryNode[], depth = 0): { value: string; label: string }[] =>
  nodes.flatMap(({ id, name, children }) => [{ value: id, label: '　'.repeat(depth) + name }, ...categoryOptions(children, depth + 1)]);

/** Returns the label of each category by id. The label of a school subject contains its grade, because subjects repeat in each grade. */
const namesOf = (nodes: readonly CategoryNode[], above: readonly string[] = []): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap(({ id, kind, name, children }): (readonly [string, string])[] => [
      [id, kind === 'school' && above.length > 1 ? `${above.at(-1)}${name}` : name],
      ...namesOf(children, [...above, name]),
    ]),
  );

interface CategoryFieldProps {
  /** The category trees; empty while they are loading or if that failed. */
  readonly tree: readonly CategoryNode[];
  readonly isLoading: boolean;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Maximum number of disciplines of a book; the server accepts no more. */
const CATEGORIES_MAX = 10;

export const CategoryField = ({ tree, isLoading, chosen, onChange }: CategoryFieldProps) => {
  const names = namesOf(tree);
  const unnamed = isLoading ? more.categoryLoading : tree.length === 0 ? more.categoryUnknown : more.categoryGone;
  const nameOf = (id: string): string => names.get(id) ?? unnamed;
  const [kind, setKind] = useState<CategoryKind>(() => tree.find(({ id }) => id === chosen[0])?.kind ?? 'discipline');
  const left = categoryOptions(tree.filter((node) => node.kind === kind)).filter(({ value }) => !chosen.includes(value));
  return (
    <Stack as="fieldset" gap={12} minWidth={0} className={styles.categories}>
      <legend>{more.categories}</legend>
      {chosen.length === 0 ? (
        <Text as="p" size={14} tone="faint">
          {more.noCategories}
        </Text>
      ) : (
        <Cluster as="ul" gap={8}>
          {chosen.map((id) => (
            <Row key={id} as="li" gap={4} align="center" inline size={14} className={styles.chip}>
              {nameOf(id)}
              <button
                type="button"
                aria-label={more.removeCategory(nameOf(id))}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                <IconX size={14} aria-hidden="true" />
              </button>
            </Row>
          ))}
        </Cluster>
      )}
      {chosen.length < CATEGORIES_MAX ? (
        <div className={styles.categoryFields}>
          <SelectField label={more.kind} options={kindOptions} value={kind} onChange={(value) => setKind(categoryKind.parse(value))} />
          <SelectField
            label={more.addCategory}
            options={[{ value: '', label: more.chooseCategory }, ...left]}
            value=""
            onChange={(id) => {
              if (id !== '') onChange([...chosen, id]);
            }}
          />
        </div>
      ) : null}
    </Stack>
  );
};
