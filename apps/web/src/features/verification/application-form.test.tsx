/** Tests the form of an application: which fields are required, the reasons of a rejection, and when a proof is needed. */
import {
  type AuthorApplicationStatus,
  authorApplicationStatus,
  submitAuthentication,
  submitAuthorApplication,
  type TeacherApplicationStatus,
  teacherApplicationStatus,
} from '@shufang/contract';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { applicationText as text } from '../../platform/messages/zh-cn/application.ts';
import { ANONYMOUS_OWNER } from '../../platform/storage/anonymous-owner.ts';
import { dropFormDrafts } from '../../platform/storage/form-drafts.ts';
import { emptyPayload } from '../../testing/empty-payload.ts';
import { accessibilityViolations, renderInApp } from '../../testing/render-in-app.tsx';
import { stubCalls, succeed } from '../../testing/stub-calls.ts';
import { ApplicationForm } from './application-form.tsx';

const teacher = (part: Partial<TeacherApplicationStatus> = {}): TeacherApplicationStatus => ({
  ...(emptyPayload(teacherApplicationStatus) as TeacherApplicationStatus),
  ...part,
});
const proof = { id: 'f1', name: '聘书.png', mediaType: 'image/png', sizeBytes: 1 };
const form: TeacherApplicationStatus['form'] = {
  realName: '孔丘',
  institution: '曲阜大学',
  department: '文学院',
  title: '教授',
  subjects: ['古代汉语', '论语'],
  method: 'certificate',
};
const field = (name: string): HTMLElement => screen.getByRole('textbox', { name });
const submit = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: '提交' }));
const show = (kind: 'teacher' | 'author', status: TeacherApplicationStatus | AuthorApplicationStatus) => {
  const onSent = vi.fn();
  renderInApp(<ApplicationForm kind={kind} status={status} submitLabel="提交" onSent={onSent} />);
  return onSent;
};

afterEach(async () => {
  vi.unstubAllGlobals();
  await dropFormDrafts(ANONYMOUS_OWNER);
});

it('the form requires every text, and a proof unless an institution confirms the user', async () => {
  const { asked } = stubCalls();
  show('teacher', teacher());
  await submit();
  for (const name of ['realName', 'institution', 'department', 'title', 'subjects'] as const)
    expect(field(text.fields[name])).toHaveAccessibleDescription(expect.stringContaining(text.need(text.fields[name])));
  expect(screen.getByText(text.needProof)).toBeVisible();
  expect(field(text.fields.realName)).toHaveFocus();
  await userEvent.type(field(text.fields.realName), '孔丘');
  expect(field(text.fields.realName)).not.toHaveAccessibleDescription();
  expect(asked).toEqual([]);
  expect(await accessibilityViolations()).toEqual([]);
});

it('if only the proof is missing, the button that chooses files has the focus', async () => {
  stubCalls();
  show('teacher', teacher({ form }));
  await submit();
  expect(screen.getByRole('button', { name: text.chooseProof })).toHaveFocus();
});

it('a confirmed affiliation needs no proof', async () => {
  const { asked } = stubCalls(succeed(submitAuthentication, teacher()));
  const onSent = show('teacher', teacher({ form, vouchers: [{ via: 'roster', institution: '曲阜大学' }] }));
  await submit();
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(asked[0]?.fields).toMatchObject({ institution: '曲阜大学', subjects: ['古代汉语', '论语'], fileIds: [] });
});

it('the reason of a rejection is shown at its field until the field changes or the form is sent', async () => {
  stubCalls(succeed(submitAuthentication, teacher()));
  const onSent = show('teacher', teacher({ form, proofs: [proof], fieldReasons: { title: '与聘书不符', proofs: '看不清' } }));
  expect(field(text.fields.title)).toHaveAccessibleDescription('与聘书不符');
  expect(screen.getByText('看不清')).toBeVisible();
  await userEvent.type(field(text.fields.title), '（返聘）');
  expect(field(text.fields.title)).not.toHaveAccessibleDescription();
  expect(screen.getByText('看不清')).toBeVisible();
  await submit();
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(screen.queryByText('看不清')).toBeNull();
});

it('an author describes the book in at least 20 characters, and needs no proof', async () => {
  const { asked } = stubCalls(succeed(submitAuthorApplication, emptyPayload(authorApplicationStatus) as AuthorApplicationStatus));
  const onSent = show('author', emptyPayload(authorApplicationStatus) as AuthorApplicationStatus);
  for (const name of [text.fields.realName, text.authorInstitution, text.fields.title, text.fields.bookTitle])
    await userEvent.type(field(name), '论语');
  await userEvent.type(field(text.fields.about), '太短');
  await submit();
  expect(field(text.fields.about)).toHaveAccessibleDescription(expect.stringContaining(text.aboutTooShort));
  await userEvent.type(field(text.fields.about), '，'.repeat(18));
  await submit();
  await waitFor(() => expect(onSent).toHaveBeenCalledOnce());
  expect(asked.map(({ fields }) => fields)).toMatchObject([{ realName: '论语', bookTitle: '论语', fileIds: [] }]);
});
