/** Tests the drafts of the form hook: they survive the page, store only changes, and are deleted on submission and at sign-out. */
import { TextField } from '@shufang/ui';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { ANONYMOUS_OWNER } from '../storage/anonymous-owner.ts';
import { dropFormDrafts, findFormDraft } from '../storage/form-drafts.ts';
import { useForm } from './use-form.ts';

const Form = ({ about = 'a' }: { about?: string }) => {
  const { values, setValue, dropDraft } = useForm({ draft: `test:${about}`, initial: { content: 'given', more: '' } });
  return (
    <>
      <input aria-label="content" value={values.content} onChange={({ target }) => setValue('content', target.value)} />
      <input aria-label="more" value={values.more} onChange={({ target }) => setValue('more', target.value)} />
      <button type="button" onClick={() => dropDraft()}>
        sent
      </button>
    </>
  );
};
const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
const storedDraftOf = (about: string) => findFormDraft(ANONYMOUS_OWNER, `test:${about}`);

beforeEach(() => dropFormDrafts(ANONYMOUS_OWNER));

it('input is restored after a reload, in the same form only', async () => {
  const first = renderInApp(<Form />);
  await userEvent.type(field('more'), '半句话');
  await waitFor(async () => expect(await storedDraftOf('a')).toContain('半句话'));
  first.unmount();
  const second = renderInApp(<Form />);
  await waitFor(() => expect(field('more').value).toBe('半句话'));
  expect(field('content').value).toBe('given');
  second.unmount();
  // The forms read the database in this order: when the second form shows its draft, the first one has found none.
  renderInApp(
    <>
      <Form about="b" />
      <Form about="a" />
    </>,
  );
  const both = (): string[] => screen.getAllByRole('textbox', { name: 'more' }).map((each) => (each as HTMLInputElement).value);
  await waitFor(() => expect(both()[1]).toBe('半句话'));
  expect(both()).toEqual(['', '半句话']);
});

it('a draft is deleted after submission and at sign-out', async () => {
  const first = renderInApp(<Form />);
  await userEvent.type(field('more'), '话');
  await waitFor(async () => expect(await storedDraftOf('a')).toContain('话'));
  await userEvent.click(screen.getByRole('button', { name: 'sent' }));
  await waitFor(async () => expect(await storedDraftOf('a')).toBeUndefined());
  await userEvent.type(field('more'), '又');
  await waitFor(async () => expect(await storedDraftOf('a')).toContain('又'));
  first.unmount();
  await dropFormDrafts(ANONYMOUS_OWNER);
  expect(await storedDraftOf('a')).toBeUndefined();
});

it('a draft contains only changed fields, so that changes by others stay, and it can be discarded', async () => {
  const Facts = ({ given }: { given: string }) => {
    const { values, setValue, isRestored, reset } = useForm({ draft: 'test:facts', initial: { content: given, more: '' } });
    return (
      <>
        <input aria-label="content" value={values.content} onChange={({ target }) => setValue('content', target.value)} />
        <input aria-label="more" value={values.more} onChange={({ target }) => setValue('more', target.value)} />
        {isRestored ? (
          <button type="button" onClick={() => reset()}>
            give up
          </button>
        ) : null}
      </>
    );
  };
  const first = renderInApp(<Facts given="old" />);
  await userEvent.type(field('more'), '新');
  await waitFor(async () => expect(await storedDraftOf('facts')).toBe('{"more":"新"}'));
  first.unmount();
  renderInApp(<Facts given="changed by another" />);
  await userEvent.click(await screen.findByRole('button', { name: 'give up' }));
  expect([field('content').value, field('more').value]).toEqual(['changed by another', '']);
  expect(screen.queryByRole('button', { name: 'give up' })).toBeNull();
  await waitFor(async () => expect(await storedDraftOf('facts')).toBeUndefined());
});

it('a draft contains only the given fields', async () => {
  const Secret = () => {
    const form = useForm({ draft: 'test:secret', draftFields: ['more'], initial: { content: '', more: '' } });
    return (
      <>
        <TextField label="content" {...form.register('content')} />
        <TextField label="more" {...form.register('more')} />
      </>
    );
  };
  renderInApp(<Secret />);
  await userEvent.type(field('content'), '13800000001');
  await userEvent.type(field('more'), '话');
  await waitFor(async () => expect(await storedDraftOf('secret')).toBe('{"more":"话"}'));
});
