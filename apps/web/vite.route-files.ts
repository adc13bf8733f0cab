/**
 * Writes `route-files.json` beside the client: the files with which the client starts, and those that each route needs at once, so that the
 * server can list them at the beginning of a page.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** The modules with the routes of readers, and the pattern of a route in each: its path and the module of its screen. */
const TABLES = [
  // `screen('/course/list', …, () => import('../areas/…'))`, or `publicScreen(…)`.
  { file: 'src/app/routes.tsx', pattern: /(?:screen|publicScreen)\(\s*'(\/[^']*)',[^;]*?import\('([^']+)'\)/g },
  // `{ path: '/helper/contact', …, load: () => import('./contact-screen.tsx') }`.
  { file: 'src/areas/reader/helper/help-pages.ts', pattern: /\{ path: '(\/[^']*)',[^}]*?import\('([^']+)'\)/g },
];

type Bundle = Rolldown.OutputBundle;

interface RouteFiles {
  readonly start: readonly string[];
  /** For each route, the files that it needs in addition to those in `start`, in the order of evaluation after these. */
  readonly routes: Readonly<Record<string, readonly string[]>>;
  /** The file with the inline script of a route's page, for the routes that have one. */
  readonly inlineScripts: Readonly<Record<string, string>>;
  /** Modules of the admin area in the files of `start` and `routes`. The bench expects none (`bundle-size.ts`). */
  readonly adminModules: readonly string[];
}

/** Pattern of the modules that only the admin area needs. */
const ADMIN_MODULE = /src[\\/](?:areas|features)[\\/]admin[\\/]|src[\\/]app[\\/]admin-route|messages[\\/]zh-cn[\\/]admin/;

/**
 * Returns a file and everything that it imports statically, with style sheets. Each file comes after the files that it needs, so that they
 * can be evaluated in this order.
 */
const follow = (bundle: Bundle, name: string): Set<string> => {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (file: string): void => {
    const chunk = bundle[file];
    if (seen.has(file) || chunk?.type !== 'chunk') return;
    seen.add(file);
    for (const imported of chunk.imports) visit(imported);
    found.add(file);
    for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  };
  visit(name);
  return found;
};

/** Path of the module with which the client starts (`entry.ts` loads it); every route needs it. */
const START = path.join(import.meta.dirname, 'src', 'app', 'start.tsx');

export const routeFiles = (inlineScripts: readonly { readonly route: string; readonly file: string }[]): Plugin => ({
  name: 'shufang-route-files',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const filesOf = (module: string, whom: string): Set<string> => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      if (chunk === undefined) throw new Error(`no file was built for ${whom}`);
      return follow(bundle, chunk.fileName);
    };
    const addresses = (names: Iterable<string>): string[] => Array.from(names, (name) => `/${name}`);
    const start = filesOf(START, 'the start');
    const routes: Record<string, string[]> = {};
    for (const { file, pattern } of TABLES) {
      const table = path.join(import.meta.dirname, file);
      const screens = [...(await readFile(table, 'utf8')).matchAll(pattern)];
      if (screens.length === 0) throw new Error(`no route was found in ${file}`);
      for (const [, route = '', module = ''] of screens)
        routes[route] = addresses(filesOf(path.resolve(path.dirname(table), module), `the route ${route}`).difference(start));
    }
    const readerFiles = new Set([...addresses(start), ...Object.values(routes).flat()]);
    const adminModulesOf = (list: typeof chunks): string[] =>
      list.flatMap(({ moduleIds }) => moduleIds.filter((id) => ADMIN_MODULE.test(id)).map((id) => path.relative(import.meta.dirname, id)));
    if (adminModulesOf(chunks).length === 0) throw new Error('the pattern of the modules of the admin area matches none');
    const adminModules = adminModulesOf(chunks.filter(({ fileName }) => readerFiles.has(`/${fileName}`)));
    const unknown = inlineScripts.find(({ route }) => !(route in routes));
    if (unknown !== undefined) throw new Error(`there is no route ${unknown.route} for ${unknown.file}`);
    const files: RouteFiles = {
      start: addresses(start),
      routes,
      inlineScripts: Object.fromEntries(inlineScripts.map(({ route, file }) => [route, file])),
      adminModules,
    };
    this.emitFile({ type: 'asset', fileName: 'route-files.json', source: JSON.stringify(files) });
  },
});
