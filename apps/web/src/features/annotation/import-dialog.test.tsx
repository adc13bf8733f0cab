/** Tests the dialog that imports annotations from a file: its checks, an unreadable file, and a failed and a finished import. */
import { locateAnnotations } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { notesText as text } from '../../platform/messages/zh-cn/notes.ts';
import { anAnnotation, BOOK_ID } from '../../platform/storage/testing/an-annotation.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
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

const open = () => {
  const importAnnotation = vi.fn(async () => undefined);
  const actions = { importAnnotation, hasAnnotation: async () => undefined } as Partial<AnnotationActions> as AnnotationActions;
  renderInApp(<ImportDialog actions={actions} books={[{ id: BOOK_ID, title: '论语' }]} bookId={undefined} onClose={() => undefined} />);
  return {
    importAnnotation,
    book: screen.getByRole('combobox', { name: text.importBook }),
    file: screen.getByLabelText(text.importFile),
  };
};
const start = () => userEvent.click(screen.getByRole('button', { name: text.importStart }));

it('an import needs a book and a readable file, and shows what is missing at each field', async () => {
  const { asked } = stubCalls();
  const { book, file } = open();
  await start();
  expect(book).toHaveAccessibleDescription(text.importChooseBook);
  expect(book).toHaveFocus();
  expect(file).toHaveAccessibleDescription(text.importChooseFile);
  await userEvent.upload(file, fileOf('{'));
  expect(await screen.findByText(text.importUnreadable)).toBeVisible();
  expect(file).toBeInvalid();
  expect(asked).toEqual([]);
});

it('a file selects its book by the title; after a failed import the same file can be imported again', async () => {
  stubCalls(refuse(locateAnnotations, 'catalog.bookNotFound', '没有这本书'));
  const { importAnnotation, book, file } = open();
  await userEvent.upload(file, fileOf(JSON.stringify(SET)));
  expect(await screen.findByText(text.importFound('论语', 1))).toBeVisible();
  expect(book).toHaveValue(BOOK_ID);
  await start();
  expect(await screen.findByText(text.importFailed)).toBeVisible();
  const annotation = anAnnotation();
  stubCalls(succeed(locateAnnotations, { annotations: [{ annotation, isKnown: false }], refused: [] }));
  await start();
  expect(await screen.findByText(text.importDone(1, 0, 0))).toBeVisible();
  expect(importAnnotation).toHaveBeenCalledExactlyOnceWith(annotation);
});
