/** The build of the parts that Electron loads as CommonJS: the main process and the preload scripts. */
import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig, type UserConfig } from 'vite';
import manifest from './package.json' with { type: 'json' };

/**
 * Environment variables of the build: whether it is packaged, the version code, a server that need not be asked for, the packager's public
 * keys (PEM, one after the other), the time in ms within which a new program must start, and the folder of the result.
 */
const {
  APP_PACKAGED = '',
  APP_VERSION = manifest.version,
  APP_SERVER = '',
  APP_UPDATE_KEYS = '',
  APP_BOOT_TIMEOUT_MS = '30000',
  APP_OUT_DIR = 'dist',
} = process.env;
const updateKeys = APP_UPDATE_KEYS.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];

/** Returns the build of `src/<folder>/<file>.ts` as `dist/<name>.cjs`, with all its imports except Electron and Node. */
export const nodeBuild = (source: string, name: string): UserConfig =>
  defineConfig({
    root: import.meta.dirname,
    publicDir: false,
    define: {
      APP_PACKAGED: JSON.stringify(APP_PACKAGED !== ''),
      APP_VERSION: JSON.stringify(APP_VERSION),
      APP_SERVER: JSON.stringify(APP_SERVER),
      UPDATE_KEYS: JSON.stringify(updateKeys),
      BOOT_TIMEOUT_MS: APP_BOOT_TIMEOUT_MS,
    },
    ssr: { noExternal: true },
    build: {
      ssr: path.join('src', source),
      outDir: APP_OUT_DIR,
      emptyOutDir: false,
      target: 'node18',
      minify: true,
      rolldownOptions: {
        external: ['electron', ...builtinModules, /^node:/],
        output: { format: 'cjs', entryFileNames: `${name}.cjs`, codeSplitting: false },
      },
    },
  });
