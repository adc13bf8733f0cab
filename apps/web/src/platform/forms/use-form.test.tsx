/** Tests the form hook: validation on submission and on changes after it, errors of the server, focus, and dependent fields. */

import { TextField } from '@shufang/ui';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { useForm } from './use-form.ts';

const schema = z
  .object({ name: z.string().trim().min(1, '请填写姓名'), word: z.string().min(2, '太短'), again: z.string() })
  .refine(({ word, again }) => word === again, { path: ['again'], error: '两次不同', when: () => true });

const onValid = vi.fn();
const onValues = vi.fn();
beforeEach(() => vi.clearAllMocks());

const Example = () => {
  const form = useForm({ initial: () => ({ name: '', word: '', again: '' }), schema, onValues });
  return (
    <form noValidate onSubmit={form.handleSubmit(onValid)}>
      <TextField label="姓名" error={form.errors.name?.message} {...form.register('name')} />
      <TextField label="口令" error={form.errors.word?.message} {...form.register('word', ['again'])} />
      <TextField label="再次" error={form.errors.again?.message} {...form.register('again')} />
      <button type="submit">提交</button>
      <button type="button" onClick={() => form.validateField('word')}>
        检查
      </button>
      <button type="button" onClick={() => form.setError('name', { type: 'taken', message: '已有此人' })}>
        回绝
      </button>
      <button type="button" onClick={() => form.reset()}>
        清空
      </button>
      <output>{form.errors.name?.type}</output>
    </form>
  );
};

const field = (name: string) => screen.getByRole('textbox', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('a form shows no errors before it is submitted, then all of them, and gives the first invalid field the focus', async () => {
  render(<Example />);
  await userEvent.type(field('口令'), 'a');
  expect(field('口令')).toBeValid();
  await press('提交');
  expect(field('姓名')).toHaveAccessibleDescription('请填写姓名');
  expect(field('口令')).toHaveAccessibleDescription('太短');
  expect(field('姓名')).toHaveFocus();
  expect(onValid).not.toHaveBeenCalled();
});

it('a field is validated again as it changes after a submission, together with the fields that depend on it', async () => {
  render(<Example />);
  await userEvent.type(field('口令'), 'ab');
  await press('提交');
  expect(field('再次')).toHaveAccessibleDescription('两次不同');
  await userEvent.type(field('姓名'), '子美');
  expect(field('姓名')).toBeValid();
  await userEvent.type(field('再次'), 'abc');
  expect(field('再次')).toBeInvalid();
  await userEvent.type(field('口令'), 'c');
  expect(field('再次')).toBeValid();
});

it('a valid form is submitted with the output of the schema, and reports every change', async () => {
  render(<Example />);
  await userEvent.type(field('姓名'), ' a');
  await userEvent.type(field('口令'), 'ab');
  await userEvent.type(field('再次'), 'ab');
  await press('提交');
  expect(onValid).toHaveBeenCalledExactlyOnceWith({ name: 'a', word: 'ab', again: 'ab' });
  expect(onValues).toHaveBeenLastCalledWith({ name: ' a', word: 'ab', again: 'ab' });
});

it('one field can be validated alone, and is validated again as it changes', async () => {
  render(<Example />);
  await press('检查');
  expect(field('口令')).toHaveFocus();
  expect(field('口令')).toBeInvalid();
  expect(field('姓名')).toBeValid();
  await userEvent.type(field('口令'), 'a');
  expect(field('口令')).toHaveAccessibleDescription('太短');
  await userEvent.type(field('口令'), 'b');
  expect(field('口令')).toBeValid();
});

it('an error of the server stays until the form is submitted or reset', async () => {
  render(<Example />);
  await press('回绝');
  await userEvent.type(field('姓名'), 'a');
  expect(field('姓名')).toHaveAccessibleDescription('已有此人');
  expect(screen.getByRole('status')).toHaveTextContent('taken');
  await press('清空');
  expect(field('姓名')).toBeValid();
  expect(field('姓名')).toHaveValue('');
});
