// Writes `packages/icons/src`: the icons of the Tabler set (MIT) that the client imports from `@shufang/icons`, so that the whole set
// (5,900 icons, 87 MB) is needed only during development. Run it after an icon is imported for the first time or is no longer used: `node
// tooling/make-interface-icons.mjs`. `npm run check` fails when the result differs.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const target = path.join(root, 'packages/icons/src');
const set = path.join(root, 'node_modules/@tabler/icons-react/dist/esm/icons');

const sources = function* (folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) yield* sources(file);
    else if (/\.tsx?$/.test(entry.name)) yield file;
  }
};

/** Returns the names of the icons that the client and the component kit import. */
const usedIcons = () => {
  const names = new Set();
  for (const folder of ['apps/web/src', 'packages/ui/src']) {
    for (const file of sources(path.join(root, folder))) {
      for (const [, list] of readFileSync(file, 'utf8').matchAll(/import \{([^}]*)\} from '@shufang\/icons'/g)) {
        for (const name of list.split(',')) if (/^Icon[A-Z]/.test(name.trim()) && name.trim() !== 'IconProps') names.add(name.trim());
      }
    }
  }
  return [...names].sort();
};

const kebab = (name) =>
  name
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .replace(/([0-9])([A-Z])/g, '$1-$2')
    .toLowerCase();

const drawIcon = async (name) => {
  const file = path.join(set, `${name}.mjs`);
  if (!existsSync(file)) throw new Error(`Tabler 图标集里没有 ${name}`);
  const { __iconNode: nodes } = await import(pathToFileURL(file).href);
  const [, kind, iconName] = /createReactComponent\("(\w+)", "([\w-]+)"/.exec(readFileSync(file, 'utf8'));
  if (nodes.some(([tag, attributes]) => tag !== 'path' || Object.keys(attributes).some((attribute) => !['d', 'key'].includes(attribute))))
    throw new Error(`${name} 不只由路径组成，请扩充 make-icon.ts`);
  const shapes = nodes.map(([, { d }]) => `'${d}'`);
  const oneLine = `export const ${name} = makeIcon('${kind}', '${iconName}', [${shapes.join(', ')}]);`;
  const lines =
    oneLine.length <= 140 ? oneLine : `export const ${name} = makeIcon('${kind}', '${iconName}', [\n  ${shapes.join(',\n  ')},\n]);`;
  return `/** From the Tabler icons (MIT); written by tooling/make-interface-icons.mjs. */\nimport { makeIcon } from './make-icon.ts';\n\n${lines}\n`;
};

/** Returns the expected files of `packages/icons/src` by name. */
const expectedFiles = async () => {
  const files = new Map();
  const names = usedIcons();
  for (const name of names) files.set(`${kebab(name)}.ts`, await drawIcon(name));
  const lines = names.map((name) => `export { ${name} } from './${kebab(name)}.ts';`);
  files.set('index.ts', `${[...lines, "export type { IconProps } from './make-icon.ts';"].join('\n')}\n`);
  return files;
};

const isGenerated = (file) => /^icon-.*\.ts$|^index\.ts$/.test(file);

/** Returns the names of icon files that are missing, different or no longer used. */
export const staleIcons = async () => {
  const files = await expectedFiles();
  const present = readdirSync(target).filter(isGenerated);
  const changed = [...files].filter(([file, text]) => !present.includes(file) || readFileSync(path.join(target, file), 'utf8') !== text);
  return [...changed.map(([file]) => file), ...present.filter((file) => !files.has(file))];
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = await expectedFiles();
  for (const file of readdirSync(target).filter(isGenerated)) if (!files.has(file)) rmSync(path.join(target, file));
  for (const [file, text] of files) writeFileSync(path.join(target, file), text);
  console.log(`${files.size - 1} 个图标`);
}
