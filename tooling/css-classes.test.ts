import { expect, it } from 'vitest';
import { definedClasses, undefinedClasses } from './css-classes.mjs';

it('the classes of a style sheet are those in its selectors, nested ones and those in at-rules included', () => {
  const css = `
    /* .comment { } */
    .list > .item:hover, .wide-one { margin: 0.5px; background: url(a.png); content: '.text {'; }
    @media (width < 30.5rem) { .narrow { color: red; &.inner { top: 0 } } }`;
  expect([...definedClasses(css)]).toEqual(['list', 'item', 'wide-one', 'narrow', 'inner']);
});

it('a class that the module of the component does not define is reported with its line', () => {
  const files: Readonly<Record<string, string>> = {
    'apps/web/src/a/one.tsx': [
      "import styles from './one.module.css';",
      "import shared from '../shared.module.css';",
      "const one = [styles.list, styles.gone, shared['wide-one'], shared['narrow-one'], other.styles.gone];",
    ].join('\n'),
    'apps/web/src/a/one.module.css': '.list { top: 0; }',
    'apps/web/src/shared.module.css': '.wide-one { top: 0; }',
  };
  expect(undefinedClasses('apps/web/src/a/one.tsx', (file: string) => files[file] ?? '')).toEqual([
    { line: 3, text: expect.stringContaining('apps/web/src/a/one.module.css 没有定义类 gone') as string },
    { line: 3, text: expect.stringContaining('apps/web/src/shared.module.css 没有定义类 narrow-one') as string },
  ]);
});
