/** Tests of labeled fields: names, descriptions, errors, and registration with a form. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Checkbox } from './checkbox.tsx';
import { SelectField, TextAreaField, TextField } from './fields.tsx';
import { PasswordField } from './password-field.tsx';

const onChange = vi.fn();
beforeEach(() => vi.clearAllMocks());

it('a field has the name of its label and reports the typed text', async () => {
  const Controlled = () => {
    const [value, setValue] = useState('');
    return <TextField label="书名" value={value} onChange={setValue} />;
  };
  render(<Controlled />);
  const input = screen.getByRole('textbox', { name: '书名' });
  await userEvent.setup().type(input, '诗经');
  expect(input).toHaveValue('诗经');
});

it('a field shows the error instead of the hint, and its control is described by the error', () => {
  const { rerender } = render(<TextField label="价格" hint="单位：元" value="" onChange={() => undefined} />);
  expect(screen.getByLabelText('价格')).toHaveAccessibleDescription('单位：元');
  rerender(<TextField label="价格" hint="单位：元" error="请填写价格" value="" onChange={() => undefined} />);
  expect(screen.getByLabelText('价格')).toHaveAccessibleDescription('请填写价格');
  expect(screen.getByLabelText('价格')).toBeInvalid();
  expect(screen.queryByText('单位：元')).toBeNull();
});

it('a prominent field announces the error and keeps its hint', () => {
  render(<TextField variant="prominent" label="手机号" hint="十一位" error="请输入正确的手机号" value="" onChange={() => undefined} />);
  expect(screen.getByRole('alert')).toHaveTextContent('请输入正确的手机号');
  expect(screen.getByRole('textbox', { name: '手机号' })).toHaveAccessibleDescription('请输入正确的手机号 十一位');
});

it('a soft field keeps its hint below the error and has its action on the line of the input', () => {
  render(
    <TextField
      variant="soft"
      label="激活码"
      hint="见书末"
      error="激活码有误"
      value=""
      onChange={() => undefined}
      action={<button type="button">查询</button>}
    />,
  );
  const input = screen.getByRole('textbox', { name: '激活码' });
  expect(input).toHaveAccessibleDescription('激活码有误 见书末');
  expect(screen.getByRole('alert')).toHaveTextContent('激活码有误');
  expect(input.parentElement).toContainElement(screen.getByRole('button', { name: '查询' }));
});

it('a text field, a text area and a select report the new value and give their elements to a form', async () => {
  const user = userEvent.setup();
  const ref = vi.fn();
  render(
    <>
      <TextField label="联系方式" name="contact" ref={ref} value="" onChange={onChange} />
      <TextAreaField label="内容" name="body" value="" onChange={onChange} />
      <SelectField
        variant="prominent"
        label="主题"
        value="other"
        onChange={onChange}
        options={[
          { value: 'other', label: '其他' },
          { value: 'buy', label: '购买' },
        ]}
      />
    </>,
  );
  await user.type(screen.getByRole('textbox', { name: '联系方式' }), 'a');
  await user.type(screen.getByRole('textbox', { name: '内容' }), 'c');
  await user.selectOptions(screen.getByRole('combobox', { name: '主题' }), '购买');
  expect(onChange.mock.calls).toEqual([['a'], ['c'], ['buy']]);
  expect(ref).toHaveBeenCalledWith(screen.getByLabelText('联系方式'));
  expect(screen.getByLabelText('联系方式')).toHaveAttribute('name', 'contact');
});

it('a text area that is read-only shows a text to copy', async () => {
  render(<TextAreaField label="书单" value="诗经" readOnly />);
  await userEvent.setup().type(screen.getByRole('textbox', { name: '书单' }), 'a');
  expect(screen.getByRole('textbox', { name: '书单' })).toHaveValue('诗经');
});

it('a password field shows and hides the password by pointer and by keyboard', async () => {
  const user = userEvent.setup();
  render(<PasswordField label="密码" value="" onChange={onChange} autoComplete="new-password" showLabel="显示密码" error="太短" />);
  const input = screen.getByLabelText('密码');
  const toggle = screen.getByRole('button', { name: '显示密码' });
  expect(input).toHaveAttribute('type', 'password');
  expect(input).toBeInvalid();
  await user.click(input);
  await user.click(toggle);
  expect(input).toHaveAttribute('type', 'text');
  expect(input).toHaveFocus();
  expect(toggle).toHaveAttribute('aria-pressed', 'true');
  await user.tab();
  expect(toggle).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(input).toHaveAttribute('type', 'password');
});

it('a checkbox is toggled by its label and by the space bar', async () => {
  const user = userEvent.setup();
  render(<Checkbox label="自动注册" />);
  const checkbox = screen.getByRole('checkbox', { name: '自动注册' });
  await user.click(screen.getByText('自动注册'));
  expect(checkbox).toBeChecked();
  await user.keyboard(' ');
  expect(checkbox).not.toBeChecked();
});

it('fields have no accessibility violations in any variant', async () => {
  const { container } = render(
    <main>
      <TextField label="一" hint="提示" value="" onChange={() => undefined} />
      <TextField variant="prominent" label="二" hint="提示" error="错误" value="" onChange={() => undefined} />
      <TextAreaField label="三" value="" onChange={() => undefined} />
      <SelectField variant="prominent" label="四" value="a" options={[{ value: 'a', label: '甲' }]} onChange={() => undefined} />
      <PasswordField label="五" value="" onChange={onChange} autoComplete="current-password" showLabel="显示密码" />
      <Checkbox label="六" />
    </main>,
  );
  expect((await axe.run(container)).violations).toEqual([]);
});
