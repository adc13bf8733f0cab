// Finds classes of CSS modules that a component uses and its module does not define: such a class is `undefined` and has no style.
import path from 'node:path';

/** Returns the names of the classes in the selectors of a style sheet. */
export const definedClasses = (css) => {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(["'])(?:\\.|(?!\1).)*\1/g, '')
    // What remains between a `;`, `{` or `}` and the next `{` is a selector or an at-rule; declarations end with `;` or `}`.
    .match(/[^;{}]+(?=\{)/g);
  return new Set((selectors ?? []).flatMap((selector) => [...selector.matchAll(/\.([A-Za-z_][\w-]*)/g)].map(([, name]) => name)));
};

const IMPORT = /^import (\w+) from '(\.[^']+\.module\.css)';$/gm;

/** Returns the undefined classes of a component as `{ line, text }`. `read` returns the text of a file of the project. */
export const undefinedClasses = (file, read) => {
  const text = read(file);
  return [...text.matchAll(IMPORT)].flatMap(([, styles, relative]) => {
    const module = path.posix.join(path.posix.dirname(file), relative);
    const defined = definedClasses(read(module));
    const uses = new RegExp(String.raw`(?<![\w./])${styles}(?:\.(\w+)|\['([^']+)'\])`, 'g');
    return text.split('\n').flatMap((line, index) =>
      [...line.matchAll(uses)]
        .map(([, name, quoted]) => name ?? quoted)
        .filter((name) => !defined.has(name))
        .map((name) => ({ line: index + 1, text: `${module} 没有定义类 ${name}：请定义它，或去掉这处使用` })),
    );
  });
};
