/** Writes `route-files.json` beside the client: for each route the files its screen needs at once, so that the page can name them all at its beginning. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** `screen('/course/list', …, () => import('../screens/…'))` in the route table. */
const SCREEN = /screen\(\s*'(\/[^']*)',[^;]*?import\('([^']+)'\)/g;

type Bundle = Rolldown.OutputBundle;

/** A file with all it imports at once, style sheets after it. */
const follow = (bundle: Bundle, name: string, found: Set<string>): Set<string> => {
  const chunk = bundle[name];
  if (found.has(name) || chunk?.type !== 'chunk') return found;
  found.add(name);
  for (const imported of chunk.imports) follow(bundle, imported, found);
  for (const style of chunk.viteMetadata?.importedCss ?? []) found.add(style);
  return found;
};

export const routeFiles = (): Plugin => ({
  name: 'shufang-route-files',
  apply: 'build',
  async generateBundle(_options, bundle) {
    const table = path.join(import.meta.dirname, 'src', 'app', 'routes.tsx');
    const source = await readFile(table, 'utf8');
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
    const entry = chunks.find((chunk) => chunk.isEntry);
    const always = entry === undefined ? new Set<string>() : follow(bundle, entry.fileName, new Set());
    const routes: Record<string, string[]> = {};
    for (const [, route = '', module = ''] of source.matchAll(SCREEN)) {
      const file = path.resolve(path.dirname(table), module);
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === file);
      if (chunk === undefined) throw new Error(`no file was built for the route ${route}`);
      routes[route] = [...follow(bundle, chunk.fileName, new Set())].filter((name) => !always.has(name)).map((name) => `/${name}`);
    }
    this.emitFile({ type: 'asset', fileName: 'route-files.json', source: JSON.stringify(routes) });
  },
});
