/** Tests the controls of every type of question: by keyboard, their responses, the solution, and axe. */

import { scoreQuestion } from '@shufang/assessment';
import type { Question, QuestionResponse } from '@shufang/contract';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { accessibilityViolations } from '../../testing/render-in-app.tsx';
import { PracticeSolution } from './practice-solution.tsx';
import { QuestionForm } from './question-form.tsx';

afterEach(cleanup);

const options = (...texts: string[]) => texts.map((content, index) => ({ id: 'ABCD'.charAt(index), content: [content] }));
const slot = (part?: string, ...children: string[]) => ({
  name: 'slot' as const,
  attributes: { interaction: 'R', ...(part === undefined ? {} : { part }) },
  ...(children.length === 0 ? {} : { children }),
});
const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';

type Row = {
  readonly body: Question['view']['body'];
  readonly interaction: Question['view']['interactions'][string];
  readonly key: Question['key']['responses'][string];
  readonly answer: (user: ReturnType<typeof userEvent.setup>) => Promise<void>;
  readonly response: readonly string[];
  readonly solution: string;
};

const rows: Readonly<Record<string, Row>> = {
  choice: {
    body: ['选出循环语句。', slot()],
    interaction: { type: 'choice', options: options('for', 'if', 'while'), maximumChoices: 2, isShuffled: false },
    key: { rule: 'choice', milli: 1000, correct: ['A', 'C'], incompleteMilli: 0 },
    answer: async (user) => {
      await user.click(screen.getByRole('checkbox', { name: 'C．while' }));
      await user.click(screen.getByRole('checkbox', { name: 'A．for' }));
    },
    response: ['A', 'C'],
    solution: 'A、C',
  },
  inlineChoice: {
    body: ['Python 是', slot(), '语言。'],
    interaction: { type: 'inlineChoice', options: options('解释型', '编译型'), isShuffled: false },
    key: { rule: 'choice', milli: 1000, correct: ['A'], incompleteMilli: 0 },
    answer: (user) => user.selectOptions(screen.getByRole('combobox', { name: '填空' }), '解释型'),
    response: ['A'],
    solution: '解释型',
  },
  textEntry: {
    body: ['2 的 10 次方是', slot()],
    interaction: { type: 'textEntry', expectedLength: 4 },
    key: { rule: 'number', milli: 1000, value: '1024', tolerance: { kind: 'absolute', amount: '0' }, units: [], withoutUnitMilli: 1000 },
    answer: (user) => user.type(screen.getByRole('textbox', { name: '填空' }), '1024'),
    response: ['1024'],
    solution: '1024',
  },
  match: {
    body: ['配对。', slot()],
    interaction: {
      type: 'match',
      sources: options('[]', '{}'),
      targets: [
        { id: 'L', content: ['列表'] },
        { id: 'D', content: ['字典'] },
      ],
      isShuffled: false,
    },
    key: {
      rule: 'pairs',
      milli: 1000,
      correct: [
        ['A', 'L'],
        ['B', 'D'],
      ],
      isPartial: true,
    },
    answer: async (user) => {
      await user.selectOptions(screen.getByRole('combobox', { name: '与“[]”配对' }), '列表');
      await user.selectOptions(screen.getByRole('combobox', { name: '与“{}”配对' }), '列表');
      await user.selectOptions(screen.getByRole('combobox', { name: '与“{}”配对' }), '字典');
    },
    response: ['A L', 'B D'],
    solution: '[] — 列表，{} — 字典',
  },
  'match with several targets': {
    body: ['哪些是可变的？', slot()],
    interaction: {
      type: 'match',
      sources: options('可变'),
      targets: [
        { id: 'L', content: ['列表'] },
        { id: 'T', content: ['元组'] },
        { id: 'D', content: ['字典'] },
      ],
      isShuffled: false,
      maximumPerSource: 0,
    },
    key: {
      rule: 'pairs',
      milli: 1000,
      correct: [
        ['A', 'L'],
        ['A', 'D'],
      ],
      isPartial: true,
    },
    answer: async (user) => {
      const group = within(screen.getByRole('group', { name: '与“可变”配对' }));
      await user.click(group.getByRole('checkbox', { name: '列表' }));
      await user.click(group.getByRole('checkbox', { name: '字典' }));
    },
    response: ['A L', 'A D'],
    solution: '可变 — 列表，可变 — 字典',
  },
  order: {
    body: ['排出执行顺序。', slot()],
    interaction: { type: 'order', options: options('输出', '输入', '计算'), isShuffled: false },
    key: { rule: 'order', milli: 1000, correct: ['B', 'C', 'A'], isPartial: false },
    answer: async (user) => {
      screen.getByRole('button', { name: '移动“输出”' }).focus();
      await user.keyboard('{ArrowDown}{ArrowDown}');
    },
    response: ['B', 'C', 'A'],
    solution: '输入 → 计算 → 输出',
  },
  gapMatch: {
    body: ['列表', slot('G1'), '，元组', slot('G2'), '。'],
    interaction: { type: 'gapMatch', options: options('不可变', '可变'), gaps: ['G1', 'G2'], isShuffled: false },
    key: {
      rule: 'pairs',
      milli: 1000,
      correct: [
        ['B', 'G1'],
        ['A', 'G2'],
      ],
      isPartial: true,
    },
    answer: async (user) => {
      await user.selectOptions(screen.getByRole('combobox', { name: '第 1 处' }), '可变');
      await user.selectOptions(screen.getByRole('combobox', { name: '第 2 处' }), '不可变');
    },
    response: ['B G1', 'A G2'],
    solution: '第 1 处：可变，第 2 处：不可变',
  },
  hottext: {
    body: ['找出错误：', slot('T1', '列表'), '是', slot('T2', '不可变的'), '。'],
    interaction: { type: 'hottext', texts: ['T1', 'T2'], maximumChoices: 1 },
    key: { rule: 'choice', milli: 1000, correct: ['T2'], incompleteMilli: 0 },
    answer: async (user) => {
      await user.click(screen.getByRole('button', { name: '列表' }));
      screen.getByRole('button', { name: '不可变的' }).focus();
      await user.keyboard('{Enter}');
    },
    response: ['T2'],
    solution: '不可变的',
  },
  hotspot: {
    body: ['指出输出框。', slot()],
    interaction: {
      type: 'hotspot',
      picture: PIXEL,
      areas: [
        { id: 'A', shape: 'rect', coordinates: [0, 0, 1, 1], label: '编辑区' },
        { id: 'B', shape: 'circle', coordinates: [1, 1, 1], label: '' },
      ],
      maximumChoices: 1,
    },
    key: { rule: 'choice', milli: 1000, correct: ['B'], incompleteMilli: 0 },
    answer: (user) => user.click(screen.getByRole('radio', { name: '位置 2' })),
    response: ['B'],
    solution: '位置 2',
  },
};

const questionOf = ({ body, interaction, key }: Row): Question => ({
  view: { id: 'item', title: '', body, interactions: { R: interaction } },
  key: { responses: { R: key }, explanation: ['见第三章。'] },
});

const Answered = ({ question, onResponse }: { question: Question; onResponse: (response: QuestionResponse) => void }) => {
  const [response, setResponse] = useState<QuestionResponse>({});
  return (
    <QuestionForm
      view={question.view}
      response={response}
      score={undefined}
      onResponse={(next) => {
        setResponse(next);
        onResponse(next);
      }}
    />
  );
};

describe.each(Object.entries(rows))('a question of the type %s', (_name, row) => {
  test('is answered by its controls, and the answer is scored as correct', async () => {
    const onResponse = vi.fn<(response: QuestionResponse) => void>();
    const question = questionOf(row);
    const { container } = render(<Answered question={question} onResponse={onResponse} />);
    await row.answer(userEvent.setup());
    const response = onResponse.mock.lastCall?.[0] ?? {};
    expect(response['R']).toEqual(row.response);
    expect(scoreQuestion(question.key, response).verdict).toBe('correct');
    expect(await accessibilityViolations(container)).toEqual([]);
  });

  test('cannot be changed after the check, and has a solution', async () => {
    const onResponse = vi.fn();
    const question = questionOf(row);
    const response = { R: [...row.response] };
    const { container } = render(
      <>
        <QuestionForm view={question.view} response={response} score={scoreQuestion(question.key, response)} onResponse={onResponse} />
        <PracticeSolution question={question} />
      </>,
    );
    const user = userEvent.setup();
    for (const role of ['checkbox', 'radio', 'combobox', 'textbox', 'button'] as const)
      for (const control of screen.queryAllByRole(role)) await user.type(control, '{Enter}1 ');
    expect(onResponse).not.toHaveBeenCalled();
    expect(screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === `答案　${row.solution}`)).toBeTruthy();
    expect(screen.getByText('见第三章。')).toBeTruthy();
    expect(await accessibilityViolations(container)).toEqual([]);
  });
});
