/** Tests of buttons, and of links that look like buttons. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { expect, it, vi } from 'vitest';
import { Button, LinkButton } from './button.tsx';

it('a button is pressed by pointer and keyboard', async () => {
  const user = userEvent.setup();
  const onClick = vi.fn();
  render(<Button onClick={onClick}>保存</Button>);
  await user.click(screen.getByRole('button', { name: '保存' }));
  await user.keyboard('{Enter}');
  await user.keyboard(' ');
  expect(onClick).toHaveBeenCalledTimes(3);
});

it('a button does not submit a form unless it is a submit button', async () => {
  const user = userEvent.setup();
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault());
  render(
    <form onSubmit={onSubmit}>
      <Button>取消</Button>
      <Button type="submit">保存</Button>
    </form>,
  );
  await user.click(screen.getByRole('button', { name: '取消' }));
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: '保存' }));
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('a busy button keeps its name and cannot be pressed', async () => {
  const onClick = vi.fn();
  render(
    <Button isBusy onClick={onClick}>
      登录
    </Button>,
  );
  const button = screen.getByRole('button', { name: '登录' });
  expect(button).toBeDisabled();
  await userEvent.setup().click(button);
  expect(onClick).not.toHaveBeenCalled();
});

it('a link that looks like a button is still a link', async () => {
  const { container } = render(
    <LinkButton variant="quiet">
      <a href="/course/info/1">去购买</a>
    </LinkButton>,
  );
  expect(screen.getByRole('link', { name: '去购买' })).toHaveAttribute('href', '/course/info/1');
  expect((await axe.run(container)).violations).toEqual([]);
});
