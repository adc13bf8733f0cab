/** Tests the gradebook of a teacher and the results of a student. */
import {
  type ClassGroup,
  explainGrade,
  finalizeGrades,
  type GradeCellRecord,
  getClass,
  getGradebook,
  getMyGrades,
  listGradeHistory,
  type OutputOf,
  packGradeCells,
  saveGradeScheme,
  setGradeCells,
} from '@shufang/contract';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { gradebookText as text } from '../../../platform/messages/zh-cn/gradebook.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as ClassScreen } from '../class-screen.tsx';

const idOf = (letter: string): string => letter.repeat(26);
const [CLASS, ANNA, BEN, HOMEWORK, EXAM] = ['1', '2', '3', '4', '5'].map(idOf) as [string, string, string, string, string];

const group = (more: Partial<ClassGroup> = {}): ClassGroup => ({
  id: CLASS,
  name: '文学 1 班',
  term: '2026 年秋季学期',
  status: 'active',
  teacher: '谢知微',
  versionNo: 1,
  newestVersionNo: 1,
  members: 2,
  createdAt: 0,
  role: 'teacher',
  mayEdit: true,
  mayAnnounce: true,
  coTeachers: [],
  isCodeOn: true,
  joinPolicy: 'open',
  ...more,
});

type Gradebook = OutputOf<typeof getGradebook>;
type SentCells = { readonly cells: readonly GradeCellRecord[] };

const scheme: Gradebook['scheme'] = {
  rev: 1,
  digits: 1,
  categories: [
    { id: idOf('6'), name: '平时', weightBasisPoints: 4_000, method: 'points', dropLowest: 0 },
    { id: idOf('7'), name: '期末', weightBasisPoints: 6_000, method: 'points', dropLowest: 0 },
  ],
  columns: [
    { id: HOMEWORK, categoryId: idOf('6'), title: '作业一', maxMilli: 10_000, isReleased: true },
    { id: EXAM, categoryId: idOf('7'), title: '期末考试', maxMilli: 100_000, isReleased: false },
  ],
};

const OF_ANNA: GradeCellRecord = { columnId: HOMEWORK, userId: ANNA, rev: 1, value: { kind: 'points', milli: 8_000 } };

/** The response of the server; `cells` are its cells as records. */
const gradebook = ({ cells = [OF_ANNA], ...more }: Partial<Gradebook> & { cells?: readonly GradeCellRecord[] } = {}): Gradebook => ({
  className: '文学 1 班',
  scheme,
  students: [
    { userId: ANNA, name: '颜书雅', studentNo: '2026001' },
    { userId: BEN, name: '卜文远', studentNo: '2026002' },
  ],
  cellColumns: packGradeCells([ANNA, BEN], cells),
  openAppeals: [],
  snapshots: [],
  ...more,
});

beforeEach(() => {
  signInHere();
  // The test environment has no layout: the table would show no rows.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Responds to `setGradeCells` by `make`, which gets the input; `sent` collects the inputs. */
const storing = (make: (input: SentCells) => OutputOf<typeof setGradeCells>) => {
  const sent: SentCells[] = [];
  const { asked } = stubCalls(succeed(getClass, group()), succeed(getGradebook, gradebook()), [
    setGradeCells.path,
    () => {
      const input = asked.at(-1)?.fields as unknown as SentCells;
      sent.push(input);
      return { payload: make(input) };
    },
  ]);
  return sent;
};

const openPage = () =>
  renderInApp(
    <Routes>
      <Route path="/class/:id" element={<ClassScreen />} />
    </Routes>,
    `/class/${CLASS}?tab=grades`,
  );

it('typing into the active cell stores the grade, and the total follows', async () => {
  const sent = storing(({ cells }) => ({ saved: cells.map((cell) => ({ ...cell, rev: cell.rev + 1 })), conflicts: [] }));
  openPage();
  const grid = await screen.findByRole('grid', { name: text.grid });
  await userEvent.click(await within(grid).findByRole('gridcell', { name: '8' }));
  await userEvent.keyboard('{ArrowRight}85{Enter}');
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.cells).toEqual([{ columnId: EXAM, userId: ANNA, rev: 0, value: { kind: 'points', milli: 85_000 } }]);
  expect(await within(grid).findByRole('gridcell', { name: '83.0' })).toBeTruthy();
  expect(await screen.findByText(text.allSaved)).toBeTruthy();
  expect(await accessibilityViolations()).toEqual([]);
});

it('a text that is no grade is refused and stays in the cell', async () => {
  stubCalls(succeed(getClass, group()), succeed(getGradebook, gradebook()));
  openPage();
  const grid = await screen.findByRole('grid', { name: text.grid });
  await userEvent.click(await within(grid).findByRole('gridcell', { name: '8' }));
  await userEvent.keyboard('很好{Enter}');
  expect(await screen.findByText(text.wrongGrade('很好'))).toBeTruthy();
  expect(within(grid).getByRole<HTMLInputElement>('textbox').value).toBe('很好');
});

it('a grade that could not be sent stays on the page and is sent again', async () => {
  let isDown = true;
  storing(({ cells }) => {
    if (isDown) throw new TypeError('network');
    return { saved: cells.map((cell) => ({ ...cell, rev: 2 })), conflicts: [] };
  });
  openPage();
  const grid = await screen.findByRole('grid', { name: text.grid });
  await userEvent.click(await within(grid).findByRole('gridcell', { name: '8' }));
  await userEvent.keyboard('9{Enter}');
  expect(await screen.findByText(text.unsaved(1))).toBeTruthy();
  expect(within(grid).getByRole('gridcell', { name: '9' })).toBeTruthy();
  isDown = false;
  await userEvent.click(screen.getByRole('button', { name: text.retry }));
  expect(await screen.findByText(text.allSaved)).toBeTruthy();
});

it('a grade that a colleague changed is decided by the teacher', async () => {
  const theirs = { columnId: HOMEWORK, userId: ANNA, rev: 2, value: { kind: 'points' as const, milli: 7_000 } };
  const sent: SentCells[] = storing(({ cells }) =>
    sent.length === 1 ? { saved: [], conflicts: [theirs] } : { saved: cells.map((cell) => ({ ...cell, rev: 3 })), conflicts: [] },
  );
  openPage();
  const grid = await screen.findByRole('grid', { name: text.grid });
  await userEvent.click(await within(grid).findByRole('gridcell', { name: '8' }));
  await userEvent.keyboard('9{Enter}');
  expect(await screen.findByText(text.conflict('颜书雅', '作业一', '9', '7'))).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: text.useMine }));
  await waitFor(() => expect(sent[1]?.cells).toMatchObject([{ rev: 2, value: { milli: 9_000 } }]));
});

it('a new gradebook is made from the dialog', async () => {
  const { asked } = stubCalls(
    succeed(getClass, group()),
    succeed(getGradebook, gradebook({ scheme: { rev: 0, digits: 1, categories: [], columns: [] }, cells: [] })),
    succeed(saveGradeScheme, scheme),
  );
  openPage();
  expect(await screen.findByText(text.noColumns)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: text.editScheme }));
  const dialog = within(screen.getByRole('dialog', { name: text.editScheme }));
  await userEvent.click(dialog.getByRole('button', { name: text.addCategory }));
  await userEvent.click(dialog.getByRole('button', { name: text.addColumn }));
  await userEvent.click(dialog.getByRole('button', { name: text.save }));
  expect(await dialog.findAllByText(text.nameNeeded)).toHaveLength(2);
  await userEvent.type(dialog.getAllByRole('textbox', { name: text.categoryName })[0] as HTMLElement, '期末');
  await userEvent.clear(dialog.getByRole('textbox', { name: text.weightPercent }));
  await userEvent.type(dialog.getByRole('textbox', { name: text.weightPercent }), '100');
  await userEvent.type(dialog.getByRole('textbox', { name: text.columnTitle }), '期末考试');
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: text.save }));
  await waitFor(() => expect(asked.map(({ name }) => name)).toContain(saveGradeScheme.path));
  expect(asked.find(({ name }) => name === saveGradeScheme.path)?.fields).toMatchObject({
    rev: 0,
    categories: [{ name: '期末', weightBasisPoints: 10_000 }],
    columns: [{ title: '期末考试', maxMilli: 100_000 }],
  });
  expect(await screen.findByRole('grid', { name: text.grid })).toBeTruthy();
});

it('final grades cannot be edited', async () => {
  let isFinal = true;
  stubCalls(
    succeed(getClass, group()),
    [getGradebook.path, () => ({ payload: gradebook({ scheme: isFinal ? { ...scheme, finalAt: 1_000 } : scheme }) })],
    [
      finalizeGrades.path,
      () => {
        isFinal = false;
        return { payload: scheme };
      },
    ],
  );
  openPage();
  const grid = await screen.findByRole('grid', { name: text.grid });
  await userEvent.click(await within(grid).findByRole('gridcell', { name: '8' }));
  await userEvent.keyboard('9');
  expect(within(grid).queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('button', { name: text.editScheme })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: text.reopen }));
  await userEvent.type(screen.getByRole('textbox', { name: text.reopenReason }), '补登缓考');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: text.reopen }));
  expect(await screen.findByRole('button', { name: text.editScheme })).toBeTruthy();
});

const mine: OutputOf<typeof getMyGrades> = {
  className: '文学 1 班',
  userId: ANNA,
  scheme,
  cells: [{ columnId: HOMEWORK, userId: ANNA, rev: 1, value: { kind: 'points', milli: 8_000 } }],
  appeals: [{ id: idOf('8'), columnId: HOMEWORK, userId: ANNA, body: '请复查第 3 题', createdAt: 0, reply: '已复查', repliedAt: 1 }],
};

it('a student sees each number with its rule, tries out a result, and reads the history and the replies', async () => {
  stubCalls(
    succeed(getClass, group({ role: 'student', mayEdit: false })),
    succeed(getMyGrades, mine),
    succeed(listGradeHistory, {
      items: [
        { before: { kind: 'empty' }, after: { kind: 'points', milli: 8_000 }, source: 'teacher', byName: '谢知微', reason: '', at: 0 },
      ],
    }),
  );
  openPage();
  expect(await screen.findByText('80.0')).toBeTruthy();
  expect(screen.getByText('32.0')).toBeTruthy();
  expect(screen.getByText(text.formula(text.formulaTerm('80%', '40%'), '40%', '80.0'))).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: text.whatIfField('期末考试') }), '90');
  expect(await screen.findByText('86.0')).toBeTruthy();
  expect(screen.getByText(text.appealReply('已复查'))).toBeTruthy();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: text.history }));
  expect(await screen.findByText(text.change(text.empty, '8'))).toBeTruthy();
});

it('a gradebook that does not load can be requested again', async () => {
  stubCalls(succeed(getClass, group()), refuse(getGradebook, 'internal', '系统有点忙'));
  openPage();
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy();
});

it('a result of an assignment shows its marks and its calculation, and an override is taken back', async () => {
  const assignmentId = idOf('8');
  const columns = scheme.columns.map((column) => (column.id === HOMEWORK ? { ...column, assignmentId } : column));
  const cell: GradeCellRecord = {
    columnId: HOMEWORK,
    userId: ANNA,
    rev: 2,
    value: { kind: 'points', milli: 9_000 },
    isOverride: true,
    isLate: true,
  };
  const waiting: GradeCellRecord = { columnId: HOMEWORK, userId: BEN, rev: 0, value: { kind: 'empty' }, unscored: 2 };
  const attemptScore = { earnedMilli: 4_000, possibleMilli: 4_000, unscored: 0, lateByMs: 90_000, lateSteps: 1, deductedMilli: 400 };
  const { asked } = stubCalls(
    succeed(getClass, group()),
    succeed(getGradebook, gradebook({ scheme: { ...scheme, columns }, cells: [cell, waiting] })),
    succeed(listGradeHistory, {
      items: [{ before: { kind: 'empty' }, after: { kind: 'points', milli: 9_000 }, source: 'assignment', byName: '', reason: '', at: 1 }],
    }),
    succeed(explainGrade, {
      assignmentId,
      title: '第一次测验',
      possibleMilli: 4_000,
      maxMilli: 10_000,
      rule: 'best',
      counted: [1],
      attempts: [{ id: idOf('9'), no: 1, state: 'handedIn', startedAt: 0, finishedAt: 1, closedBy: 'student', score: attemptScore }],
      countedMilli: 3_600,
      value: { kind: 'points', milli: 9_000 },
      isOverride: true,
    }),
    succeed(setGradeCells, {
      saved: [{ columnId: HOMEWORK, userId: ANNA, rev: 3, value: { kind: 'points', milli: 8_500 } }],
      conflicts: [],
    }),
  );
  openPage();
  const grid = await screen.findByRole('grid', { name: text.grid });
  expect(within(grid).getByTitle(text.flagNames.unscored(2))).toBeTruthy();
  expect(within(grid).getByTitle(text.flagNames.late)).toBeTruthy();
  await userEvent.click(await within(grid).findByRole('gridcell', { name: /9$/ }));
  await userEvent.keyboard(' ');
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText(text.scaled('最高的一次', 3_600, 4_000, 10_000, 9_000))).toBeVisible();
  expect(await dialog.findByText(text.changedBy(text.bySystem, text.at(1)))).toBeVisible();
  expect(await accessibilityViolations()).toEqual([]);
  await userEvent.click(dialog.getByRole('button', { name: text.takeBack }));
  await waitFor(() => expect(asked.some(({ name }) => name === setGradeCells.path)).toBe(true));
  expect(asked.find(({ name }) => name === setGradeCells.path)?.fields['cells']).toEqual([
    { columnId: HOMEWORK, userId: ANNA, rev: 2, value: { kind: 'empty' } },
  ]);
  expect(await within(grid).findByRole('gridcell', { name: '8.5' })).toBeTruthy();
});
