import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { Tabs } from './tabs.tsx';

const Example = () => {
  const [value, setValue] = useState<'about' | 'contents'>('about');
  return (
    <Tabs
      label="论语"
      tabs={[
        { value: 'about', label: '简介' },
        { value: 'contents', label: '目录', count: 20 },
      ]}
      value={value}
      onChange={setValue}
    >
      {value}
    </Tabs>
  );
};

it('arrow keys move between tabs and wrap around, and the tabs are one tab stop', async () => {
  render(<Example />);
  await userEvent.tab();
  expect(screen.getByRole('tab', { name: '简介' })).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(screen.getByRole('tab', { name: /目录/ })).toHaveFocus();
  expect(screen.getByRole('tabpanel', { name: /目录/ })).toHaveTextContent('contents');
  await userEvent.keyboard('{ArrowRight}');
  expect(screen.getByRole('tabpanel', { name: '简介' })).toHaveTextContent('about');
});
