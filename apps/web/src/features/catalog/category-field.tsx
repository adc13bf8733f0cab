/** Into which disciplines a book belongs: those chosen, and the trees to choose from. */
import { type CategoryKind, type CategoryNode, categoryKind } from '@shufang/contract';
import { SelectField } from '@shufang/ui';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { catalogText } from '../../platform/messages/zh-cn/catalog.ts';
import { deskCatalogueText } from '../../platform/messages/zh-cn/desk-catalogue.ts';
import styles from './desk-books.module.css';

const more = deskCatalogueText.book;

const kindOptions = categoryKind.options.map((value) => ({ value, label: catalogText.categoryKinds[value] }));
const categoryOptions = (nodes: readonly CategoryNode[], depth = 0): { value: string; label: string }[] =>
  nodes.flatMap(({ id, name, children }) => [{ value: id, label: '　'.repeat(depth) + name }, ...categoryOptions(children, depth + 1)]);

/** A subject of a school is called with its grade. */
const namesOf = (nodes: readonly CategoryNode[], above: readonly string[] = []): ReadonlyMap<string, string> =>
  new Map(
    nodes.flatMap(({ id, kind, name, children }): (readonly [string, string])[] => [
      [id, kind === 'school' && above.length > 1 ? `${above.at(-1)}${name}` : name],
      ...namesOf(children, [...above, name]),
    ]),
  );

interface CategoryFieldProps {
  readonly tree: readonly CategoryNode[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** The server takes no more than ten. */
const CATEGORIES_MAX = 10;

export const CategoryField = ({ tree, chosen, onChange }: CategoryFieldProps) => {
  const names = namesOf(tree);
  const [kind, setKind] = useState<CategoryKind>(() => tree.find(({ id }) => id === chosen[0])?.kind ?? 'discipline');
  const left = categoryOptions(tree.filter((node) => node.kind === kind)).filter(({ value }) => !chosen.includes(value));
  return (
    <fieldset className={styles.categories}>
      <legend>{more.categories}</legend>
      {chosen.length === 0 ? (
        <p className={styles.note}>{more.noCategories}</p>
      ) : (
        <ul className={styles.chips}>
          {chosen.map((id) => (
            <li key={id} className={styles.chip}>
              {names.get(id) ?? id}
              <button
                type="button"
                aria-label={more.removeCategory(names.get(id) ?? id)}
                onClick={() => onChange(chosen.filter((one) => one !== id))}
              >
                <IconX size={14} aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
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
    </fieldset>
  );
};
