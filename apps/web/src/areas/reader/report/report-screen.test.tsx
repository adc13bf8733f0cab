/** Tests the page that verifies a report: a valid code, files, warnings and unknown codes. */
import { verifyTrackingReport } from '@shufang/contract';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { accessibilityViolations, renderInApp } from '../../../testing/render-in-app.tsx';
import { refuse, stubCalls, succeed } from '../../../testing/stub-calls.ts';
import { Component as ReportScreen } from './report-screen.tsx';

const CODE = `${'1'.repeat(26)}.${'A'.repeat(86)}`;

const verified = {
  isIntact: true,
  title: '论语选读',
  publisher: '墨池大学出版社',
  from: '2026-09-07',
  to: '2026-11-29',
  frozenAt: 1_800_000_000_000,
  sha256: 'a'.repeat(64),
  signature: 'A'.repeat(86),
  publicKey: 'MCow',
  // SHA-256 of "abc" (FIPS 180-2, appendix B.1).
  files: [{ format: 'pdf' as const, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' }],
};

it('a code is verified, and a file is compared with the printed ones', async () => {
  stubCalls(succeed(verifyTrackingReport, verified));
  const { container } = renderInApp(<ReportScreen />, `/report?code=${CODE}`);
  expect(await screen.findByText('有效：由本站签名，存档的数字和文件没有改动')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('比对文件'), new File(['abc'], 'report.pdf'));
  expect(await screen.findByText('相同：这就是出具的 PDF 文件')).toBeVisible();
  await userEvent.upload(screen.getByLabelText('比对文件'), new File(['abd'], 'report.pdf'));
  expect(await screen.findByText('不同：这个文件不是出具的文件，或者被改过')).toBeVisible();
  expect(await accessibilityViolations(container)).toEqual([]);
});

it('changed numbers are a warning, and an unknown code is an error at its field', async () => {
  stubCalls(succeed(verifyTrackingReport, { ...verified, isIntact: false }));
  const first = renderInApp(<ReportScreen />, `/report?code=${CODE}`);
  expect(await screen.findByText(/^警告/)).toBeVisible();
  first.unmount();
  stubCalls(refuse(verifyTrackingReport, 'report.unknown', '这不是有效的报告编号，请核对后再试'));
  renderInApp(<ReportScreen />, '/report?code=x');
  expect(await screen.findByText('这不是有效的报告编号，请核对后再试')).toBeVisible();
});
