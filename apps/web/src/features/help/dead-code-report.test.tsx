/** Tests the report of a printed short code without a target: the note stays after a refusal, and the report is sent once accepted. */
import { reportDeadCode } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { shellText as text } from '../../platform/messages/zh-cn/shell.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { DeadCodeReport } from './dead-code-report.tsx';

afterEach(() => vi.unstubAllGlobals());

it('a refused report of a dead code keeps its note, which is sent with the next one', async () => {
  const refused = stubCalls(refuse(reportDeadCode, 'request.tooMany', '请求过于频繁'));
  renderInApp(<DeadCodeReport code="Ab12" />);
  const note = screen.getByRole('textbox', { name: text.deadCodeNote });
  await userEvent.type(note, '第 12 页{Enter}');
  await waitFor(() => expect(refused.asked).toHaveLength(1));
  expect(note).toHaveValue('第 12 页');
  const { asked } = stubCalls(succeed(reportDeadCode, {}));
  await userEvent.click(screen.getByRole('button', { name: text.deadCodeReport }));
  expect(await screen.findByText(text.deadCodeReported)).toBeVisible();
  expect(asked.map(({ fields }) => fields)).toEqual([{ code: 'Ab12', note: '第 12 页' }]);
});
