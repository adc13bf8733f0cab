/** Builds the scripts outside the frame: the store page and the service worker of the content origin, and the bridge of documents with scripts. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const sourceFolder = fileURLToPath(new URL('src/', import.meta.url));

const buildScript = async (entry: string, outDir: string): Promise<void> => {
  const name = path.basename(entry);
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    build: {
      outDir,
      emptyOutDir: false,
      target: 'chrome114',
      modulePreload: false,
      lib: { entry: path.join(sourceFolder, `${entry}.ts`), formats: ['iife'], name: 'offline', fileName: () => `${name}.js` },
    },
  });
};

/** Writes `store.html`, which is one file with its script and is allowed by the hash of the script, and `offline-worker.js`. */
export const offlineFiles = (): Plugin => {
  let folder = '';
  return {
    name: 'offline-files',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      await buildScript('offline/offline-worker', folder);
      await buildScript('offline/store-page', folder);
      await buildScript('scripted/script-bridge', folder);
      const scriptFile = path.join(folder, 'store-page.js');
      const script = await readFile(scriptFile, 'utf8');
      // Such a text would end the script element, or change how the rest of it is parsed.
      if (/<\/script|<!--/i.test(script)) throw new Error('the script cannot be part of a page');
      await rm(scriptFile);
      const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><title>离线图书</title></head><body><script>${script}</script></body></html>\n`;
      await writeFile(path.join(folder, 'store.html'), page);
    },
  };
};
