/** Tests the report of an unsuccessful search: the note stays after a refusal, and the report is sent once accepted. */
import { reportSearch } from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { searchReportsText as text } from '../../platform/messages/zh-cn/search-reports.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../testing/stub-calls.ts';
import { SearchReport } from './search-report.tsx';

afterEach(() => vi.unstubAllGlobals());

it('a refused report of a search keeps its note, which is sent with the next one', async () => {
  const refused = stubCalls(refuse(reportSearch, 'request.tooMany', '请求过于频繁'));
  renderInApp(<SearchReport q="论语" found={false} />);
  await userEvent.click(screen.getByRole('button', { name: text.open(false) }));
  const note = screen.getByRole('textbox', { name: text.note });
  await userEvent.type(note, '朱熹注本{Enter}');
  await waitFor(() => expect(refused.asked).toHaveLength(1));
  expect(note).toHaveValue('朱熹注本');
  const { asked } = stubCalls(succeed(reportSearch, {}));
  await userEvent.click(screen.getByRole('button', { name: text.send }));
  expect(await screen.findByText(text.sent)).toBeVisible();
  expect(asked.map(({ fields }) => fields)).toMatchObject([{ q: '论语', note: '朱熹注本' }]);
});
