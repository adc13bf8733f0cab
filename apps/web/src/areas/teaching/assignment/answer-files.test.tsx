/** Tests the files of an answer: order, turning and removal, and the choice of files by kind and number. */
import 'fake-indexeddb/auto';
import { type HandedFile, readHandedFile } from '@shufang/contract';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { handedFileText as text } from '../../../platform/messages/zh-cn/handed-files.ts';
import { endSession } from '../../../platform/session/session.ts';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { signInHere } from '../../../testing/sign-in-here.ts';
import { refuse, stubCalls } from '../../../testing/stub-calls.ts';
import { AnswerFiles } from './answer-files.tsx';
import { HandedFiles } from './handed-files.tsx';

const ATTEMPT = '1'.repeat(26);

const aFile = (id: string, more: Partial<HandedFile> = {}): HandedFile => ({
  id,
  name: `${id}.pdf`,
  mediaType: 'application/pdf',
  sizeBytes: 2048,
  rotation: 0,
  ...more,
});
const known = [aFile('a', { name: 'a.jpg', mediaType: 'image/jpeg', width: 40, height: 60 }), aFile('b')];

beforeEach(() => {
  signInHere();
  stubCalls(refuse(readHandedFile, 'file.notFound', '没有找到'));
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

const written: (readonly string[])[] = [];
const Written = ({ first, filesMax = 3 }: { first: readonly string[]; filesMax?: number }) => {
  const [values, setValues] = useState(first);
  return (
    <AnswerFiles
      attemptId={ATTEMPT}
      questionId="q1"
      known={known}
      interaction={{ type: 'upload', accepts: ['picture', 'pdf'], filesMax }}
      values={values}
      onChange={(next) => {
        written.push(next);
        setValues(next);
      }}
    />
  );
};

it('files are turned, moved by keyboard and removed; the answer names them in their order', async () => {
  const user = userEvent.setup();
  const { container } = renderInApp(<Written first={['a', 'b']} />);
  await user.click(await screen.findByRole('button', { name: text.turnOf('a.jpg') }));
  expect(written.at(-1)).toEqual(['a:90', 'b']);
  screen.getByRole('button', { name: text.move('b.pdf') }).focus();
  await user.keyboard('{ArrowUp}');
  expect(written.at(-1)).toEqual(['b', 'a:90']);
  expect(within(screen.getByRole('list', { name: text.list })).getAllByRole('listitem')).toHaveLength(2);
  for (let turns = 0; turns < 3; turns += 1) await user.click(screen.getByRole('button', { name: text.turnOf('a.jpg') }));
  expect(written.at(-1)).toEqual(['b', 'a']);
  expect(await accessibilityViolations(container)).toEqual([]);
  await user.click(screen.getByRole('button', { name: text.removeOf('b.pdf') }));
  expect(written.at(-1)).toEqual(['a']);
  expect(screen.queryByRole('button', { name: text.turnOf('b.pdf') })).toBeNull();
});

it('files of another kind are refused, and the buttons go when no more files are taken', async () => {
  const user = userEvent.setup({ applyAccept: false });
  const { unmount } = renderInApp(<Written first={['a', 'b']} />);
  await screen.findByRole('button', { name: text.choose });
  await user.upload(screen.getByLabelText(text.choose, { selector: 'input' }), [new File(['x'], 'x.docx', { type: 'application/zip' })]);
  expect(await screen.findByText(text.wrongKind(1, ['picture', 'pdf']))).toBeInTheDocument();
  unmount();
  renderInApp(<Written first={['a', 'b']} filesMax={2} />);
  await screen.findByText(text.state({ ready: 2, pending: 0, filesMax: 2, isWaiting: false }));
  expect(screen.queryByRole('button', { name: text.choose })).toBeNull();
});

it('handed-in files are listed for the teacher; a picture that cannot be fetched says so', async () => {
  const { container } = renderInApp(<HandedFiles attemptId={ATTEMPT} files={known} />);
  expect(screen.getByRole('button', { name: text.downloadOf('b.pdf') })).toBeInTheDocument();
  expect(await screen.findByRole('alert', {}, { timeout: 20_000 })).toHaveTextContent(text.failed('a.jpg'));
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('an answer without files says so', () => {
  renderInApp(<HandedFiles attemptId={ATTEMPT} files={[]} />);
  expect(screen.getByText(text.none)).toBeInTheDocument();
});
