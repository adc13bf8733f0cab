/** Writes `route-files.json` beside the client: the files it starts with and those each route needs at once, so that the page can name them all at its beginning. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** `screen('/course/list', …, () => import('../screens/…'))` in the route table. */
const SCREEN = /screen\(\s*'(\/[^']*)',[^;]*?import\('([^']+)'\)/g;

type Bundle = Rolldown.OutputBundle;

interface RouteFiles {
  readonly start: readonly string[];
  /** Beside those, and after them. */
  readonly routes: Readonly<Record<string, readonly string[]>>;
}

/** A file with all it imports at once: each after those it needs, so that they can be run one by one, and its style sheets. */
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

/** What every route needs: the client begins with it (`entry.ts`). */
const START = path.join(import.meta.dirname, 'src', 'app', 'start.tsx');

export const routeFiles = (): Plugin => ({
  name: 'shufang-route-files',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const table = path.join(import.meta.dirname, 'src', 'app', 'routes.tsx');
    const source = await readFile(table, 'utf8');
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const filesOf = (module: string, whom: string): Set<string> => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      if (chunk === undefined) throw new Error(`no file was built for ${whom}`);
      return follow(bundle, chunk.fileName);
    };
    const addresses = (names: Iterable<string>): string[] => Array.from(names, (name) => `/${name}`);
    const start = filesOf(START, 'the start');
    const routes: Record<string, string[]> = {};
    for (const [, route = '', module = ''] of source.matchAll(SCREEN)) {
      routes[route] = addresses(filesOf(path.resolve(path.dirname(table), module), `the route ${route}`).difference(start));
    }
    const files: RouteFiles = { start: addresses(start), routes };
    this.emitFile({ type: 'asset', fileName: 'route-files.json', source: JSON.stringify(files) });
  },
});
