import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { dropFormDrafts, findFormDraft } from './form-drafts.ts';
import { ANONYMOUS_OWNER } from './use-owner.ts';
import { useTyped } from './use-typed.ts';

const Form = ({ about = 'a' }: { about?: string }) => {
  const { values, type, drop } = useTyped(`test:${about}`, { words: 'given', more: '' });
  return (
    <>
      <input aria-label="words" value={values.words} onChange={({ target }) => type('words', target.value)} />
      <input aria-label="more" value={values.more} onChange={({ target }) => type('more', target.value)} />
      <button type="button" onClick={() => drop()}>
        sent
      </button>
    </>
  );
};
const field = (name: string): HTMLInputElement => screen.getByRole('textbox', { name });
const keptOf = (about: string) => findFormDraft(ANONYMOUS_OWNER, `test:${about}`);

beforeEach(() => dropFormDrafts(ANONYMOUS_OWNER));

it('words are there again after the page was loaded anew, in the form they were typed into only', async () => {
  const first = renderInApp(<Form />);
  await userEvent.type(field('more'), '半句话');
  await waitFor(async () => expect(await keptOf('a')).toContain('半句话'));
  first.unmount();
  const second = renderInApp(<Form />);
  await waitFor(() => expect(field('more').value).toBe('半句话'));
  expect(field('words').value).toBe('given');
  second.unmount();
  renderInApp(<Form about="b" />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(field('more').value).toBe('');
});

it('nothing is kept of what was sent, nor for who has signed out', async () => {
  const first = renderInApp(<Form />);
  await userEvent.type(field('more'), '话');
  await waitFor(async () => expect(await keptOf('a')).toContain('话'));
  await userEvent.click(screen.getByRole('button', { name: 'sent' }));
  await waitFor(async () => expect(await keptOf('a')).toBeUndefined());
  await userEvent.type(field('more'), '又');
  await waitFor(async () => expect(await keptOf('a')).toContain('又'));
  first.unmount();
  await dropFormDrafts(ANONYMOUS_OWNER);
  expect(await keptOf('a')).toBeUndefined();
});

it('keeps only what was typed over, so that what others changed meanwhile stays; it can be given up', async () => {
  const Facts = ({ given }: { given: string }) => {
    const { values, type, isRestored, giveUp } = useTyped('test:facts', { words: given, more: '' });
    return (
      <>
        <input aria-label="words" value={values.words} onChange={({ target }) => type('words', target.value)} />
        <input aria-label="more" value={values.more} onChange={({ target }) => type('more', target.value)} />
        {isRestored ? (
          <button type="button" onClick={giveUp}>
            give up
          </button>
        ) : null}
      </>
    );
  };
  const first = renderInApp(<Facts given="old" />);
  await userEvent.type(field('more'), '新');
  await waitFor(async () => expect(await keptOf('facts')).toBe('{"more":"新"}'));
  first.unmount();
  renderInApp(<Facts given="changed by another" />);
  await userEvent.click(await screen.findByRole('button', { name: 'give up' }));
  expect([field('words').value, field('more').value]).toEqual(['changed by another', '']);
  expect(screen.queryByRole('button', { name: 'give up' })).toBeNull();
  await waitFor(async () => expect(await keptOf('facts')).toBeUndefined());
});
