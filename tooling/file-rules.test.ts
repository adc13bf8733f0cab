import { expect, it } from 'vitest';
import { findingsOfFile } from './file-rules.mjs';

const SKIP = ['it', 'skip('].join('.');
const ONLY = ['describe', 'only('].join('.');
const MARK = ['TO', 'DO'].join('');
const EMPTY_CATCH = ['catch', '{}'].join(' ');
const RUN_IF = ['it', "runIf(process.platform === 'linux')("].join('.');

const findingsOf = (file: string, text = 'export const one = 1;\n') =>
  findingsOfFile(file, () => text).map(({ line, text: said }) => `${line} ${said}`);

it('says nothing about a file that keeps to the rules', () => {
  expect(findingsOf('apps/server/src/app/main.ts', '/** What it is. */\nexport const one = 1;\n')).toEqual([]);
});

it.each([
  ['apps/server/src/MyThing.ts', 'kebab-case'],
  ['docs/Überblick.md', 'kebab-case'],
  ['apps/web/src/platform/utils.ts', 'utils'],
  ['packages/ui/src/helper.tsx', 'utils'],
])('rejects the name of %s', (file, said) => {
  expect(findingsOf(file)).toEqual([expect.stringContaining(said)]);
});

it('allows upper-case names for the standard files in the root folder', () => {
  expect(findingsOf('README.md', '')).toEqual([]);
});

it.each([
  ["export * from './two.ts';", '转出'],
  ["export { two } from './two.ts';", '转出'],
  ["export type { Two } from './two.ts';", '转出'],
  [`const one = 1; // ${MARK}: later`, '未完成'],
  [`try { one(); } ${EMPTY_CATCH}`, 'catch'],
  ['x\n\n/** Of nothing. */\n/** Of one. */\nexport const one = 1;', '两条说明'],
])('reports the problem of `%s`', (text, said) => {
  expect(findingsOf('apps/server/src/app/one.ts', text)).toEqual([expect.stringContaining(said)]);
});

it('allows re-exports only in the entry of a package', () => {
  expect(findingsOf('packages/contract/src/index.ts', "export * from './two.ts';")).toEqual([]);
});

it('rejects a file of more than 450 lines', () => {
  expect(findingsOf('apps/server/src/app/one.ts', '\n'.repeat(449))).toEqual([]);
  expect(findingsOf('apps/server/src/app/one.ts', '\n'.repeat(450))).toEqual([expect.stringContaining('451 行')]);
});

it('does not limit the index of the contract, which is generated', () => {
  expect(findingsOf('packages/contract/src/index.ts', "export * from './two.ts';\n".repeat(500))).toEqual([]);
  expect(findingsOf('packages/ui/src/index.ts', "export * from './two.ts';\n".repeat(500))).toEqual([expect.stringContaining('501 行')]);
});

it.each([`${SKIP}'one', () => {});`, `${ONLY}'one', () => {});`])('rejects `%s` in a test, and only there', (text) => {
  expect(findingsOf('apps/server/src/app/one.test.ts', text)).toEqual([expect.stringContaining('不能跳过')]);
  expect(findingsOf('apps/server/src/app/one.ts', text)).toEqual([]);
});

it('requires the name of an error class to be the name of the class', () => {
  const source = (name: string): string => `class OneError extends Error {\n  override readonly name = '${name}';\n}`;
  expect(findingsOf('apps/server/src/app/one.ts', source('TwoError'))).toEqual([expect.stringContaining('OneError')]);
  expect(findingsOf('apps/server/src/app/one.ts', source('OneError'))).toEqual([]);
});

it('accepts a conditional test when the line before states the reason', () => {
  const test = `${RUN_IF}'one', () => {});`;
  expect(findingsOf('apps/server/src/app/one.test.ts', test)).toEqual([expect.stringContaining('说明何处为何跳过')]);
  expect(findingsOf('apps/server/src/app/one.test.ts', `// Runs sometimes.\n${test}`)).toHaveLength(1);
  expect(findingsOf('apps/server/src/app/one.test.ts', `// Skipped\n${test}`)).toHaveLength(1);
  expect(findingsOf('apps/server/src/app/one.test.ts', `// Skipped elsewhere: only Linux has /proc.\n${test}`)).toEqual([]);
});

it('requires Chinese texts of the client to be in the message catalog', () => {
  expect(findingsOf('apps/web/src/features/orders/one.tsx', "const said = '退款';")).toEqual([expect.stringContaining('zh-cn')]);
  expect(findingsOf('apps/web/src/areas/admin/screens/one.tsx', "const said = '退款';")).toEqual([expect.stringContaining('zh-cn')]);
  expect(findingsOf('packages/reading-engine/src/input/one.ts', "const said = '注';")).toEqual([expect.stringContaining('zh-cn')]);
  expect(findingsOf('apps/web/src/features/orders/one.tsx', '// 退款\n/* 退款 */\n * 退款')).toEqual([]);
  expect(findingsOf('apps/web/src/platform/messages/zh-cn/orders.ts', "const said = '退款';")).toEqual([]);
  expect(findingsOf('apps/web/src/features/orders/one.test.tsx', "const said = '退款';")).toEqual([]);
});

it.each(['<input value={value} />', '<select', '<textarea rows={3}>'])(
  'reports the form control `%s` in a component of the client, and only there',
  (line) => {
    const text = `export const One = () => (\n  ${line}\n);`;
    expect(findingsOf('apps/web/src/areas/one.tsx', text)).toEqual([expect.stringMatching(/^2 .*@shufang\/ui/)]);
    expect(findingsOf('apps/web/src/areas/one.tsx', `// ${line}`)).toEqual([]);
    expect(findingsOf('apps/web/src/areas/one.test.tsx', text)).toEqual([]);
    expect(findingsOf('packages/ui/src/one.tsx', text)).toEqual([]);
  },
);

it.each(['<form onSubmit={handleSubmit}>', '<Stack as="form" gap={16}>'])(
  'reports `%s` in a component of the client that does not use the form hook',
  (line) => {
    const text = `export const One = () => (\n  ${line}\n);`;
    expect(findingsOf('apps/web/src/areas/one.tsx', text)).toEqual([expect.stringMatching(/^2 .*use-form/)]);
    expect(findingsOf('apps/web/src/areas/one.tsx', `const handleSubmit = form.handleSubmit(send);\n${text}`)).toEqual([]);
    expect(findingsOf('apps/web/src/features/catalog/search-box.tsx', text)).toEqual([]);
    expect(findingsOf('packages/ui/src/one.tsx', text)).toEqual([]);
  },
);
