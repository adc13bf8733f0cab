/** Tests the admin forms for the edition, the trial and the materials of a book: their checks and what they send. */
import {
  type AdminBook,
  addBookMaterial,
  LIMITS,
  listAdminBooks,
  listBookChapters,
  listBookMaterials,
  saveAdminBook,
  saveBookMaterial,
  setBookEdition,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { adminText } from '../../../platform/messages/zh-cn/admin.ts';
import { adminCatalogText } from '../../../platform/messages/zh-cn/admin-catalog.ts';
import { materialsText } from '../../../platform/messages/zh-cn/materials.ts';
import { renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { AdminBookEditions } from './admin-book-editions.tsx';
import { AdminBookMaterials } from './admin-book-materials.tsx';
import { AdminBookTrial } from './admin-book-trial.tsx';

const BOOK = '1'.repeat(26);
const OTHER = '2'.repeat(26);
const book: AdminBook = {
  bookId: BOOK,
  title: '论语',
  subtitle: '',
  authors: '',
  isbn: '',
  publisher: '',
  placeOfPublication: '',
  description: '',
  categoryIds: [],
  edition: 1,
  editions: [],
  accessModel: 'paid',
  priceFen: 100,
  trialChapters: 2,
  planTag: '',
  planProof: '',
  state: 'draft',
  contributors: [],
  removalNotice: '',
  updatedAt: 1,
};

afterEach(() => vi.unstubAllGlobals());

const fieldsTo = (asked: ReturnType<typeof stubCalls>['asked'], path: string) =>
  asked.filter(({ name }) => name === path).map(({ fields }) => fields);

describe('the edition of a book', () => {
  const text = adminCatalogText.book;

  it('must be a number from 1 to 99, also to link another edition', async () => {
    const row = { ...book, bookId: OTHER, title: '论语新编' };
    const { asked } = stubCalls(succeed(listAdminBooks, { items: [row] }), succeed(setBookEdition, book));
    renderInApp(<AdminBookEditions book={book} />);
    const field = screen.getByRole('textbox', { name: text.edition });
    await userEvent.clear(field);
    await userEvent.type(field, '0{Enter}');
    expect(field).toHaveAccessibleDescription(text.editionWrong);
    expect(field).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: adminCatalogText.finder.find }));
    const choose = await screen.findByRole('button', { name: /论语新编/ });
    await userEvent.click(choose);
    expect(field).toHaveFocus();
    expect(fieldsTo(asked, setBookEdition.path)).toEqual([]);
    await userEvent.clear(field);
    await userEvent.type(field, ' 2');
    await userEvent.click(choose);
    await waitFor(() => expect(fieldsTo(asked, setBookEdition.path)).toEqual([{ bookId: BOOK, edition: 2, sameWorkAs: OTHER }]));
  });
});

describe('the trial of a book', () => {
  const text = adminCatalogText.trial;
  const chapter = (title: string, rank: number) => ({ title, depth: 0, key: `c${rank}`, rank, chars: 100 });
  const listed = succeed(listBookChapters, { items: [chapter('学而', 0), chapter('为政', 1)], frontChars: 0, totalChars: 200 });
  const save = () => userEvent.click(screen.getByRole('button', { name: text.save }));

  it('needs a number of chapters, which stays after a refusal', async () => {
    const { asked } = stubCalls(listed, refuse(saveAdminBook, 'catalog.bookNotFound', '没有这本书'));
    const onSaved = vi.fn();
    renderInApp(<AdminBookTrial book={book} onSaved={onSaved} />);
    const field = screen.getByRole('textbox', { name: adminText.books.trial });
    await userEvent.clear(field);
    await userEvent.type(field, 'x');
    await save();
    expect(field).toHaveAccessibleDescription(adminText.books.trialWrong);
    expect(field).toHaveFocus();
    await userEvent.clear(field);
    await userEvent.type(field, '1');
    await save();
    await waitFor(() => expect(fieldsTo(asked, saveAdminBook.path)).toEqual([{ bookId: BOOK, trialChapters: 1 }]));
    expect(field).toHaveValue('1');
    expect(onSaved).not.toHaveBeenCalled();
  });

  it('has a maximum of selected chapters, and sends those that are selected', async () => {
    const { asked } = stubCalls(listed, succeed(saveAdminBook, book));
    const onSaved = vi.fn();
    // Chapters of an earlier version, which the current one no longer has.
    const earlier = Array.from({ length: LIMITS.trialChosenMax - 1 }, (_, index) => `earlier${index}`);
    renderInApp(<AdminBookTrial book={{ ...book, trialChosen: earlier }} onSaved={onSaved} />);
    const [first, second] = [await screen.findByRole('checkbox', { name: /学而/ }), screen.getByRole('checkbox', { name: /为政/ })];
    await userEvent.click(first);
    await userEvent.click(second);
    await save();
    expect(screen.getByRole('alert')).toHaveTextContent(text.tooMany(LIMITS.trialChosenMax));
    expect(first).toHaveFocus();
    await userEvent.click(first);
    expect(screen.queryByRole('alert')).toBeNull();
    await save();
    await waitFor(() => expect(onSaved.mock.calls[0]?.[0]).toEqual(book));
    expect(asked.find(({ name }) => name === saveAdminBook.path)?.fields).toEqual({ bookId: BOOK, trialChosen: [...earlier, 'c1'] });
  });
});

describe('the materials of a book', () => {
  const text = materialsText;
  const material = {
    id: '3'.repeat(26),
    title: '教案',
    note: '',
    audience: 'teacher',
    fileName: '教案.pdf',
    mediaType: 'application/pdf',
    sizeBytes: 1_000,
    createdAt: 1,
    open: true,
  } as const;

  it('need a file and a name', async () => {
    const { asked } = stubCalls(succeed(listBookMaterials, { items: [] }));
    renderInApp(<AdminBookMaterials bookId={BOOK} />);
    await userEvent.click(await screen.findByRole('button', { name: text.add }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: text.save }));
    expect(dialog.getByRole('alert')).toHaveTextContent(text.fileMissing);
    expect(dialog.getByRole('button', { name: text.choose })).toHaveFocus();
    expect(dialog.getByRole('textbox', { name: text.name })).toHaveAccessibleDescription('请填写资源名称');
    await userEvent.upload(dialog.getByLabelText(text.file), new File(['x'], '习题答案.pdf', { type: 'application/pdf' }));
    expect(dialog.getByRole('textbox', { name: text.name })).toHaveValue('习题答案');
    expect(dialog.queryByRole('alert')).toBeNull();
    expect(fieldsTo(asked, addBookMaterial.path)).toEqual([]);
  });

  it('are renamed without a new file', async () => {
    const { asked } = stubCalls(succeed(listBookMaterials, { items: [material] }), succeed(saveBookMaterial, { items: [material] }));
    renderInApp(<AdminBookMaterials bookId={BOOK} />);
    await userEvent.click(await screen.findByRole('button', { name: text.editOf('教案') }));
    const dialog = within(screen.getByRole('dialog'));
    await userEvent.type(dialog.getByRole('textbox', { name: text.name }), '（上） ');
    await userEvent.selectOptions(dialog.getByRole('combobox', { name: text.audience }), text.audiences.all);
    await userEvent.click(dialog.getByRole('button', { name: text.save }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(fieldsTo(asked, saveBookMaterial.path)).toEqual([
      { bookId: BOOK, id: material.id, title: '教案（上）', note: '', audience: 'all' },
    ]);
  });
});
