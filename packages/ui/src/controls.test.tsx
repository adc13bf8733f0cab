/** Tests of controls without a label of their own, of options with their labels, and of file inputs. */
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { Input, Select, Slider, TextArea } from './controls.tsx';
import { FileButton, FileInput } from './file-input.tsx';
import { CheckboxOption, ItemCheckbox, RadioOption } from './options.tsx';

const png = new File(['picture'], 'a.png', { type: 'image/png' });

it('an input, a text area and a select report the new value', async () => {
  const user = userEvent.setup();
  const values: string[] = [];
  const report = (value: string): void => void values.push(value);
  render(
    <>
      <Input aria-label="昵称" value="" onChange={report} />
      <TextArea aria-label="批注" value="" onChange={report} />
      <Select aria-label="排序" value="time" onChange={report}>
        <option value="time">最近</option>
        <option value="name">书名</option>
      </Select>
    </>,
  );
  await user.type(screen.getByRole('textbox', { name: '昵称' }), 'a');
  await user.type(screen.getByRole('textbox', { name: '批注' }), 'b');
  await user.selectOptions(screen.getByRole('combobox', { name: '排序' }), '书名');
  expect(values).toEqual(['a', 'b', 'name']);
});

it('a slider has a number as its value', () => {
  const Controlled = () => {
    const [value, setValue] = useState(1);
    return <Slider aria-label="字号" min={1} max={3} step={0.5} value={value} onChange={setValue} />;
  };
  render(<Controlled />);
  const slider = screen.getByRole('slider', { name: '字号' });
  expect(slider).toHaveValue('1');
  fireEvent.change(slider, { target: { value: '2.5' } });
  expect(slider).toHaveValue('2.5');
});

it('options are named and operated by their labels', async () => {
  const user = userEvent.setup();
  const onCheck = vi.fn();
  const onSelect = vi.fn();
  render(
    <>
      <CheckboxOption checked={false} onChange={onCheck}>
        显示
      </CheckboxOption>
      <RadioOption look="segment" name="access" checked={false} onChange={onSelect}>
        免费
      </RadioOption>
      <ItemCheckbox aria-label="选择《诗经》" checked onChange={onSelect} />
    </>,
  );
  await user.click(screen.getByText('显示'));
  expect(onCheck).toHaveBeenCalledWith(true);
  await user.click(screen.getByRole('radio', { name: '免费' }));
  await user.click(screen.getByRole('checkbox', { name: '选择《诗经》' }));
  expect(onSelect).toHaveBeenCalledTimes(2);
});

it('a button opens the choice of files, and reports the same file again if the user chooses it again', async () => {
  const user = userEvent.setup();
  const onFiles = vi.fn();
  render(
    <FileButton label="选择图片" accept="image/png" onFiles={onFiles}>
      选择
    </FileButton>,
  );
  const input = screen.getByLabelText('选择图片');
  const click = vi.spyOn(input, 'click');
  await user.click(screen.getByRole('button', { name: '选择' }));
  expect(click).toHaveBeenCalledOnce();
  await user.upload(input, png);
  await user.upload(input, png);
  expect(onFiles.mock.calls).toEqual([[[png]], [[png]]]);
});

it('a busy file button keeps the focus and opens nothing', async () => {
  render(
    <FileButton label="选择图片" isBusy onFiles={() => undefined}>
      选择
    </FileButton>,
  );
  const click = vi.spyOn(screen.getByLabelText('选择图片'), 'click');
  const button = screen.getByRole('button', { name: '选择' });
  await userEvent.setup().click(button);
  expect(button).toHaveFocus();
  expect(button).toHaveAttribute('aria-disabled', 'true');
  expect(click).not.toHaveBeenCalled();
});

it('controls and options have no accessibility violations', async () => {
  const { container } = render(
    <main>
      <Input aria-label="一" value="" onChange={() => undefined} />
      <label htmlFor="two">二</label>
      <FileInput id="two" onFiles={() => undefined} />
      <RadioOption name="three" checked onChange={() => undefined}>
        三
      </RadioOption>
      <FileButton label="四" onFiles={() => undefined}>
        四
      </FileButton>
    </main>,
  );
  expect((await axe.run(container)).violations).toEqual([]);
});
