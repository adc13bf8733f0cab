/** Tests the dialog that imports annotations from a file: its checks, an unreadable file, and a failed and a finished import, and the preview. */
import { type Annotation, locateAnnotations, newId } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { notesText as text } from '../../platform/messages/zh-cn/notes.ts';
import { anAnnotation, BOOK_ID } from '../../platform/storage/testing/an-annotation.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { ImportDialog } from './import-dialog.tsx';
import type { AnnotationActions } from './use-annotations.ts';

const SET = {
  '@context': 'http://www.w3.org/ns/anno.jsonld',
  id: 'urn:set',
  type: 'AnnotationSet',
  about: { 'dc:title': '论语' },
  items: [
    {
      '@context': 'http://www.w3.org/ns/anno.jsonld',
      id: 'urn:uuid:1',
      type: 'Annotation',
      motivation: 'highlighting',
      created: '2026-01-01T00:00:00Z',
      target: { source: 'text/ch1.xhtml', selector: [{ type: 'TextQuoteSelector', exact: '学而时习' }] },
    },
  ],
};
const fileOf = (content: string): File => new File([content], '批注.annotation', { type: 'application/json' });

afterEach(() => vi.unstubAllGlobals());

const open = (existing: Annotation[] = []) => {
  const importAnnotation = vi.fn(async () => undefined);
  const actions = {
    importAnnotation,
    hasAnnotation: async () => undefined,
    listAnnotations: async () => existing,
  } as Partial<AnnotationActions> as AnnotationActions;
  renderInApp(<ImportDialog actions={actions} books={[{ id: BOOK_ID, title: '论语' }]} bookId={undefined} onClose={() => undefined} />);
  return {
    importAnnotation,
    book: screen.getByRole('combobox', { name: text.importBook }),
    file: screen.getByLabelText(text.importFile),
  };
};
const start = () => userEvent.click(screen.getByRole('button', { name: text.importPreview }));
const store = (count: number) => userEvent.click(screen.getByRole('button', { name: text.importStart(count) }));

it('an import needs a book and a readable file, and shows what is missing at each field', async () => {
  const { asked } = stubCalls();
  const { book, file } = open();
  await start();
  expect(book).toHaveAccessibleDescription(text.importChooseBook);
  expect(book).toHaveFocus();
  expect(file).toHaveAccessibleDescription(`${text.importFileHint} ${text.importChooseFile}`);
  await userEvent.upload(file, fileOf('{'));
  expect(await screen.findByText(text.importUnreadable)).toBeVisible();
  expect(file).toBeInvalid();
  expect(asked).toEqual([]);
});

it('a file selects its book by the title; after a failed import the same file can be imported again', async () => {
  stubCalls(refuse(locateAnnotations, 'catalog.bookNotFound', '没有这本书'));
  const { importAnnotation, book, file } = open();
  await userEvent.upload(file, fileOf(JSON.stringify(SET)));
  expect(await screen.findByText(text.importFound('W3C 批注文件', '论语', 1))).toBeVisible();
  expect(book).toHaveValue(BOOK_ID);
  await start();
  expect(await screen.findByText(text.importLocateFailed)).toBeVisible();
  const annotation = anAnnotation();
  stubCalls(succeed(locateAnnotations, { annotations: [{ index: 0, annotation, isKnown: false }], refused: [] }));
  await start();
  await screen.findByText(text.importGroups.found);
  expect(importAnnotation).not.toHaveBeenCalled();
  await store(1);
  expect(await screen.findByText(text.importDone(1, 0, 0))).toBeVisible();
  expect(importAnnotation).toHaveBeenCalledExactlyOnceWith(annotation);
});

const WEREAD = '《孟子》\n\n◆ 孟子见梁惠王\n\n《论语》\n\n◆ 学而时习之\n\n◆ 有朋自遠方来\n\n◆ 书里没有\n\n◆ 不亦乐乎\n\n-- 来自微信读书';

/** An annotation of the passage, as the server returns it. */
const located = (exact: string, anchor: Annotation['anchor'], current?: string): Annotation => {
  const base = anAnnotation();
  const start = exact.charCodeAt(0);
  return {
    ...base,
    id: newId(),
    kind: 'highlight',
    body: '',
    anchor,
    target: { ...base.target, position: { start, end: start + 4 }, quote: { exact, ...(current && { current }), prefix: '', suffix: '' } },
  };
};

it('pasted notes are shown as found, uncertain, not found and existing before those that the user chooses are stored', async () => {
  const [found, uncertain, lost, again] = [
    located('学而时习之', 'exact'),
    located('有朋自遠方来', 'fuzzy', '有朋自远方来'),
    located('书里没有', 'orphan'),
    located('不亦乐乎', 'exact'),
  ];
  const annotations = [found, uncertain, lost, again].map((annotation, index) => ({ index, annotation, isKnown: false }));
  const { asked } = stubCalls(succeed(locateAnnotations, { annotations, refused: [{ index: 4, why: 'unreadable' }] }));
  const { importAnnotation, book } = open([{ ...again, id: newId(), body: '很高兴', kind: 'note' }]);
  await userEvent.click(screen.getByRole('textbox', { name: text.importPaste }));
  await userEvent.paste(WEREAD);
  expect(book).toHaveValue(BOOK_ID);
  expect(screen.getByRole('combobox', { name: text.importBookOfFile })).toHaveDisplayValue('论语（4 条）');
  await start();
  expect(await screen.findByText(text.importGroupHints.uncertain)).toBeVisible();
  expect(asked).toHaveLength(1);
  expect(screen.getByText('有朋自远方来', { exact: false, selector: 'p' })).toHaveTextContent(`${text.importInBook}有朋自远方来`);
  const lists = ['found', 'uncertain', 'lost', 'existing'] as const;
  expect(
    lists.map(
      (group) => screen.getByRole('list', { name: text.importGroups[group], hidden: true }).querySelector('blockquote')?.textContent,
    ),
  ).toEqual(['学而时习之', '有朋自遠方来', '书里没有', '不亦乐乎']);
  expect(screen.getByText(text.importWhy.unreadable)).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('checkbox', { name: new RegExp(text.importLost(1)) }));
  await store(2);
  expect(await screen.findByText(text.importDone(2, 0, 1))).toBeVisible();
  expect(importAnnotation.mock.calls).toEqual([[found], [uncertain]]);
});

it('the notes that were not found can be copied', async () => {
  // The user's events have a clipboard of their own.
  userEvent.setup();
  stubCalls(
    succeed(locateAnnotations, {
      annotations: [{ index: 0, annotation: { ...located('书里没有', 'orphan'), body: '随想' }, isKnown: false }],
      refused: [],
    }),
  );
  const { file } = open();
  await userEvent.upload(file, fileOf(JSON.stringify(SET)));
  await screen.findByText(text.importFound('W3C 批注文件', '论语', 1));
  await start();
  await userEvent.click(await screen.findByRole('button', { name: text.importCopyLost }));
  expect(await navigator.clipboard.readText()).toBe('书里没有\n随想');
});
