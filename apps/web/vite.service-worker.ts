/** Builds the service worker beside the client and gives it the list of files of the shell. */
import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';
import { buildScript } from './vite.script-build.ts';

/** Files that the app shell needs in addition to those that the build creates. */
const PUBLIC_FILES = ['/favicon.svg', '/manifest.webmanifest', '/icons/icon-192.png'];
/** Pattern of the files of the admin area. They are not cached, because the admin area does not work without the server. */
const ONLINE_ONLY = /\/areas\/admin\//;

export const serviceWorker = ({ version, target }: { version: string; target: string[] }): Plugin => ({
  name: 'shufang-service-worker',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    const files = Object.values(bundle).flatMap((file) => {
      if (!/\.(?:js|css)$/.test(file.fileName)) return [];
      return file.type === 'chunk' && ONLINE_ONLY.test(file.facadeModuleId ?? '') ? [] : [`/${file.fileName}`];
    });
    const page = bundle['index.html'];
    const hash = createHash('sha256').update(files.toSorted().join('\n'));
    if (page?.type === 'asset') hash.update(page.source);
    await buildScript({
      entry: 'service-worker/main.ts',
      fileName: 'sw.js',
      outDir: dir,
      target,
      define: {
        SHELL_FILES: JSON.stringify([...files, ...PUBLIC_FILES]),
        SHELL_VERSION: JSON.stringify(`${version}-${hash.digest('hex').slice(0, 8)}`),
      },
    });
  },
});
