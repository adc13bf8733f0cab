/** The build of the parts that Electron loads as CommonJS: the main process and the preload scripts. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig, type UserConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

/** Environment variables of the build: whether it is packaged, the version code, and a server that need not be asked for. */
const { APP_PACKAGED = '', APP_VERSION = manifest.version, APP_SERVER = '' } = process.env;

/** Returns the build of `src/<folder>/<file>.ts` as `dist/<name>.cjs`, with all its imports except Electron and Node. */
export const nodeBuild = (source: string, name: string): UserConfig =>
  defineConfig({
    root: import.meta.dirname,
    publicDir: false,
    define: {
      APP_PACKAGED: JSON.stringify(APP_PACKAGED !== ''),
      APP_VERSION: JSON.stringify(APP_VERSION),
      APP_SERVER: JSON.stringify(APP_SERVER),
    },
    ssr: { noExternal: true },
    build: {
      ssr: path.join('src', source),
      outDir: 'dist',
      emptyOutDir: false,
      target: 'node18',
      minify: true,
      rolldownOptions: {
        external: ['electron', ...builtinModules, /^node:/],
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false },
      },
    },
  });
