/**
 * The build of the server: its own modules and those of `packages/` in a few files, because Node takes longer to find, read and strip 1,500
 * modules than to run them (docs/decisions/0026-server-in-few-files.md). The packages of `node_modules` stay outside.
 */
import { globSync } from 'node:fs';
import path from 'node:path';

const root = import.meta.dirname;
const folder = path.join(root, 'dist');

/** The programs: the server, the operator CLI, and what runs in processes of its own. */
const programs = [
  'src/app/main.ts',
  'src/app/cli.ts',
  'src/platform/isolation/isolated-process.ts',
  'src/features/publication/conversion/worker.ts',
  ...globSync('src/**/*.task.ts', { cwd: root, exclude: (name) => name.split(path.sep).includes('testing') }),
];
const nameOf = (program: string): string => path.basename(program, '.ts');
const input = Object.fromEntries(programs.map((program) => [nameOf(program), program]));
if (Object.keys(input).length !== programs.length) throw new Error('two programs of the server have the same name');

/** Returns an expression for the path of a source file or folder, relative to the built file. */
const fromBuilt = (source: string): string => JSON.stringify(path.relative(folder, source).replaceAll('\\', '/'));

/**
 * Keeps the meaning of `import.meta.dirname` and `import.meta.url`: the source, beside which are migrations and other files. The path of a
 * program, `path.join(import.meta.dirname, 'saml.task.ts')`, becomes that of the built program. Lines keep their numbers.
 */
const sourcePaths = {
  name: 'source-paths',
  enforce: 'pre' as const,
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.(?:dirname|url)\b/ },
    handler: (code: string, id: string) => ({
      code: code
        .replaceAll(/\bpath\.join\(import\.meta\.dirname, '([\w.-]+)\.ts'\)/g, (_, name: string) => {
          if (!(name in input)) throw new Error(`${id} runs ${name}.ts, which is not built`);
          return `path.join(import.meta.dirname, '${name}.js')`;
        })
        .replaceAll(
          /\bimport\.meta\.dirname\b(?!, '[\w.-]+\.js'\))/g,
          () => `path.join(import.meta.dirname, ${fromBuilt(path.dirname(id))})`,
        )
        .replaceAll(/\bimport\.meta\.url\b/g, () => `new URL(${fromBuilt(id)}, import.meta.url).href`),
      map: null,
    }),
  },
};

export default {
  root,
  publicDir: false as const,
  plugins: [sourcePaths],
  ssr: { noExternal: [/^@shufang\//] },
  build: {
    ssr: true,
    outDir: folder,
    target: 'node24',
    minify: false,
    // Stack traces name the sources.
    sourcemap: true,
    rolldownOptions: {
      input,
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js', sourcemapExcludeSources: true },
    },
  },
};
