import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { anAnnotation } from '../../platform/storage/testing/an-annotation.ts';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { SelectionToolbar, type SelectionToolbarProps } from './selection-toolbar.tsx';

afterEach(cleanup);

/** The rule for color contrast is disabled, because jsdom cannot compute colors. */

const renderToolbar = (overrides: Partial<SelectionToolbarProps> = {}) => {
  const props: SelectionToolbarProps = {
    passage: { x: 100, y: 100, width: 50, height: 20 },
    area: { width: 800, height: 600 },
    byTouch: false,
    highlightStyle: 'solid',
    hasNote: false,
    onColor: vi.fn(),
    onHighlightStyle: vi.fn(),
    onCopy: vi.fn(),
    onSearch: vi.fn(),
    onWriteNote: vi.fn(),
    onCopyCitation: vi.fn(),
    onShareCard: vi.fn(),
    onReadAloud: vi.fn(),
    onReport: vi.fn(),
    onDismiss: vi.fn(),
    ...overrides,
  };
  const { container } = render(<SelectionToolbar {...props} />);
  // Makes the toolbar visible: it is hidden until its size is known, which jsdom never reports.
  const bar = container.querySelector<HTMLElement>('[role="toolbar"]');
  bar?.style.removeProperty('visibility');
  return props;
};

test('the toolbar has three styles, five colors, and what can be done with the passage; delete only for an annotation', () => {
  renderToolbar();
  expect(screen.getByRole('toolbar', { name: '划线工具' })).toBeDefined();
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    '底色',
    '直线',
    '波浪线',
    '黄色',
    '绿色',
    '蓝色',
    '粉色',
    '红色',
    '复制',
    '写笔记',
    '朗读',
    '搜索',
    '复制引用',
    '分享卡片',
    '报错',
  ]);
  cleanup();
  renderToolbar({ color: 'blue', highlightStyle: 'wavy', hasNote: true, onDelete: vi.fn() });
  expect(screen.getByRole('button', { name: '蓝色' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { pressed: true, name: '波浪线' })).toBeDefined();
  expect(screen.getByRole('button', { name: '编辑笔记' })).toBeDefined();
  expect(screen.getByRole('button', { name: '删除' })).toBeDefined();
});

test('the toolbar is one tab stop, arrow keys wrap around, and Escape leaves it', async () => {
  const user = userEvent.setup();
  const props = renderToolbar();
  await user.tab();
  expect(document.activeElement?.getAttribute('aria-label')).toBe('底色');
  await user.keyboard('{ArrowRight}{ArrowRight}{Enter}');
  expect(props.onHighlightStyle).toHaveBeenCalledWith('wavy');
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('蓝色');
  await user.keyboard('{Enter}');
  expect(props.onColor).toHaveBeenCalledWith('blue');
  await user.keyboard('{End}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('报错');
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('底色');
  await user.keyboard('{Escape}');
  expect(props.onDismiss).toHaveBeenCalledOnce();
  await user.tab();
  expect(document.activeElement).toBe(document.body);
});

test('the notes of a book are filtered by kind and color and show the anchor state', async () => {
  const user = userEvent.setup();
  const note = anAnnotation({ kind: 'note', body: '要背', color: 'green', anchor: 'orphan' });
  const highlight = anAnnotation({ color: 'red', highlightStyle: 'wavy' });
  const onOpen = vi.fn();
  const { container } = render(<NotesPanel annotations={[note, highlight]} onOpen={onOpen} onEdit={vi.fn()} onDelete={vi.fn()} />);
  expect(await accessibilityViolations(container)).toEqual([]);
  expect(screen.getByText('原文已删除，摘录保留在这里')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '红色' }));
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
  expect(screen.getByText('红色波浪线')).toBeDefined();
  await user.click(screen.getByRole('button', { name: '红色' }));
  await user.click(screen.getByRole('button', { name: '笔记' }));
  await user.click(screen.getByText('要背'));
  expect(onOpen).toHaveBeenCalledWith(note);
});
