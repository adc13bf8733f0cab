/** Tests the form that requests a code batch: what it refuses, what it sends, and which values it empties afterwards. */
import { type BookCard, bookCard, type CodeBatchView, codeBatch, requestCodeBatch, searchBooks } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { codesText as text } from '../../../platform/messages/zh-cn/codes.ts';
import { emptyPayload } from '../../../testing/empty-payload.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { BatchForm } from './batch-form.tsx';

const BOOK: BookCard = { ...(emptyPayload(bookCard) as BookCard), id: '1'.repeat(26), title: '论语' };
const field = (name: string): HTMLElement => screen.getByLabelText(name);
const show = () => {
  const { asked } = stubCalls(
    succeed(searchBooks, { hits: [{ book: BOOK, kind: 'title', locked: false }], counts: { books: 1, body: 0, resources: 0 } }),
    succeed(requestCodeBatch, { batch: emptyPayload(codeBatch) as CodeBatchView }),
  );
  renderInApp(<BatchForm />);
  return () => asked.filter(({ name }) => name === requestCodeBatch.path).map(({ fields }) => fields);
};
const submit = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: text.request }));
const chooseBook = async (): Promise<void> => {
  await userEvent.type(field(text.claimBook), '论语{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: /论语/ }));
};

afterEach(() => vi.unstubAllGlobals());

it('a request without a book or with wrong numbers and dates is not sent', async () => {
  const sent = show();
  for (const [name, value] of [
    [text.count, '0'],
    [text.boxSize, 'x'],
  ] as const) {
    await userEvent.clear(field(name));
    await userEvent.type(field(name), value);
  }
  await userEvent.type(field(text.term), '0');
  await userEvent.type(field(text.validFromField), '2026-12-02');
  await userEvent.type(field(text.validUntilField), '2026-12-01');
  await submit();
  expect(field(text.claimBook)).toHaveAccessibleDescription(text.bookMissing);
  expect(field(text.count)).toHaveAccessibleDescription(text.countWrong);
  expect(field(text.boxSize)).toHaveAccessibleDescription(text.numberWrong);
  expect(field(text.term)).toHaveAccessibleDescription(text.numberWrong);
  expect(field(text.validUntilField)).toHaveAccessibleDescription(text.validUntilEarly);
  expect(sent()).toEqual([]);
});

it('a request is sent with its numbers, and the form is empty again', async () => {
  const sent = show();
  await chooseBook();
  await userEvent.type(field(text.printing), '第 2 次印刷');
  await userEvent.type(field(text.term), '365');
  await submit();
  await waitFor(() => expect(field(text.printing)).toHaveValue(''));
  expect(field(text.term)).toHaveValue('');
  expect(field(text.claimBook)).toHaveValue('');
  expect(screen.queryByRole('button', { name: /论语/ })).toBeNull();
  expect(field(text.claimBook)).toBeVisible();
  expect(sent()).toEqual([
    {
      bookId: BOOK.id,
      purpose: 'printedBook',
      count: 1000,
      printing: '第 2 次印刷',
      boxSize: expect.any(Number) as number,
      rebindLimit: 1,
      termDays: 365,
    },
  ]);
});

it('codes for teachers have neither a term nor transfers', async () => {
  const sent = show();
  await chooseBook();
  await userEvent.type(field(text.term), '365');
  await userEvent.selectOptions(field(text.purpose), text.purposes.authentication);
  expect(screen.queryByLabelText(text.term)).toBeNull();
  await submit();
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]).toMatchObject({ purpose: 'authentication', rebindLimit: 0 });
  expect(sent()[0]).not.toHaveProperty('termDays');
});
