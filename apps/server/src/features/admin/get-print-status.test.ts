import type { getPrintStatus, OutputOf } from '@shufang/contract';
import { expect, it } from 'vitest';
import { aCaller, callUseCase } from '../../testing/call-use-case.ts';
import { testAccess } from '../../testing/test-access.ts';
import { getPrintStatus as useCase } from './get-print-status.ts';

testAccess('getPrintStatus', ['admin'], 'platform');

it('names the font of the system, and nothing where there is none', async () => {
  const font = { family: 'Noto Sans CJK SC', file: '/usr/share/fonts/NotoSansCJK-Regular.ttc' };
  const found: OutputOf<typeof getPrintStatus> = await callUseCase(useCase, { typesetter: { font } }, aCaller('1'), {});
  expect(found).toEqual({ font });
  expect(await callUseCase(useCase, { typesetter: { font: undefined } }, aCaller('1'), {})).toEqual({});
});
