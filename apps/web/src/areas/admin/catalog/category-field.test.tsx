/** Tests the field for the disciplines of a book. */
import type { CategoryNode } from '@shufang/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { CategoryField } from './category-field.tsx';

const node = (id: string, name: string, kind: CategoryNode['kind'] = 'discipline', children: CategoryNode[] = []): CategoryNode => ({
  id,
  kind,
  name,
  children,
});
const tree = [
  node('engineering', '工学'),
  node('junior', '初中', 'school', [node('junior-7', '七年级', 'school', [node('junior-7-math', '数学', 'school')])]),
];
const text = adminCatalogText.book;

it.each([
  ['loading', { tree: [], isLoading: true }, [text.categoryLoading, text.categoryLoading]],
  ['failed to load', { tree: [], isLoading: false }, [text.categoryUnknown, text.categoryUnknown]],
  ['without a category that was removed', { tree: [node('science', '理学')], isLoading: false }, [text.categoryGone, text.categoryGone]],
  ['loaded', { tree, isLoading: false }, ['工学', '七年级数学']],
] as const)(
  'a chosen category is shown by its name or a sentence, never by its code, while the tree is %s',
  async (_state, props, names) => {
    renderInApp(<CategoryField {...props} chosen={['engineering', 'junior-7-math']} onChange={() => undefined} />);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(names);
    expect(document.body.textContent).not.toMatch(/engineering|junior/);
    expect(await accessibilityViolations()).toEqual([]);
  },
);
