import { expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from './render-in-app.tsx';

it('the accessibility check of components finds violations, and what axe cannot decide', async () => {
  const { container } = renderInApp(
    <>
      <h1>书名</h1>
      <h3>目录</h3>
      <input aria-label="书名" aria-describedby="nowhere" />
    </>,
  );
  const findings = await accessibilityViolations(container);
  expect(findings.map((finding) => finding.replace(/:.*/s, ''))).toEqual(['heading-order', 'undecided aria-valid-attr-value']);
});
