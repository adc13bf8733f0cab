import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { compressedFiles } from './vite.compressed-files.ts';
import { firstScreens } from './vite.first-screens.ts';
import { IN_SERVER, onlyScreens } from './vite.in-server.ts';
import { routeFiles } from './vite.route-files.ts';
import { serviceWorker } from './vite.service-worker.ts';

/** Chrome 114 is the oldest runtime the desktop shell is tested on; Safari and Firefox of the same age follow. */
const TARGET = ['chrome114', 'firefox115', 'safari16.4'];

/** Libraries every screen needs, in one long-lived file; what only some screens need stays with them. */
const FRAMEWORK =
  /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core))[\\/]/;

/** Words, forms and lists of the desk: they come with it. */
const DESK =
  /src[\\/]platform[\\/](?:messages[\\/]zh-cn[\\/](?:desk|import)|records[\\/])|ui[\\/]src[\\/](?:sortable-list|picture-crop|crop-frame|reason-dialog)/;
const DESK_SCREENS = 4;
const ORDERS = /messages[\\/]zh-cn[\\/]orders/;
const PARTS = /packages[\\/]ui[\\/]/;
/**
 * What most screens share, in one file instead of a dozen small ones: each is a way to the server of its own. Without the device's
 * database, which the first screens do not need.
 */
const COMMON =
  /packages[\\/]contract[\\/]|src[\\/](?:platform[\\/](?!storage[\\/]|messages[\\/]zh-cn[\\/](?:help|bookshelf|offer|orders|codes|notes))|features[\\/]catalog[\\/])/;
/** What is run at once keeps a phone busy as long as it takes: the catalogue's half of the contract is a file of its own. */
const CATALOG_CONTRACT = /packages[\\/]contract[\\/]src[\\/](?:catalog|publication)[\\/]/;
/** Shared by many screens, but not by the first ones. */
const LATER =
  /contract[\\/]src[\\/](?:help|files|account[\\/]profile|catalog[\\/]curation)|platform[\\/]api[\\/](?:upload|save-file|picture-types)/;
/** Files that fewer screens use stay where they are used. */
const COMMON_SCREENS = 8;
const LOADER = /vite[\\/]preload-helper/;
const ICONS = /node_modules[\\/]@tabler[\\/]/;
const ICON_SCREENS = 2;
/** The screens a stranger comes to first. */
const FIRST_SCREENS = ['home', 'course-list', 'book-list', 'course-info'].map((name) => `src/screens/${name}/${name}-screen.tsx`);

export default defineConfig(({ mode, isSsrBuild }) => {
  const settings = loadEnv(mode, import.meta.dirname, 'SHUFANG_');
  // The Host header stays ours, so that the server knows under which origin the client was opened.
  const server = { target: settings.SHUFANG_API ?? 'http://127.0.0.1:8080', changeOrigin: false };
  return {
    root: import.meta.dirname,
    define: { CLIENT_VERSION: JSON.stringify(manifest.version) },
    plugins: isSsrBuild
      ? [react(), onlyScreens(FIRST_SCREENS)]
      : [react(), routeFiles(), serviceWorker({ version: manifest.version, target: TARGET }), compressedFiles()],
    server: { proxy: { '/api': server, '/apiv2': server } },
    css: { modules: { generateScopedName: mode === 'production' ? '[hash:base64:6]' : '[name]-[local]-[hash:base64:4]' } },
    // The contract is written with zod; the client gets its small edition (decision 0011).
    resolve: { alias: [{ find: /^zod$/, replacement: path.join(import.meta.dirname, 'src/platform/schema/zod.ts') }] },
    ...(isSsrBuild ? { ssr: { noExternal: true } } : {}),
    build: isSsrBuild
      ? IN_SERVER
      : {
          outDir: 'dist',
          emptyOutDir: true,
          target: TARGET,
          assetsInlineLimit: 0,
          modulePreload: { polyfill: false },
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  // All that the entry needs.
                  { name: 'entry', test: LOADER, priority: 6 },
                  { name: 'framework', test: FRAMEWORK, priority: 5 },
                  { name: 'parts', test: (id) => PARTS.test(id) && !DESK.test(id), priority: 4 },
                  {
                    name: 'contract',
                    test: (id) => CATALOG_CONTRACT.test(id) && !LATER.test(id),
                    minShareCount: COMMON_SCREENS,
                    priority: 3,
                  },
                  {
                    name: 'common',
                    test: (id) => COMMON.test(id) && !DESK.test(id) && !LATER.test(id),
                    minShareCount: COMMON_SCREENS,
                    priority: 3,
                  },
                  { name: 'icons', test: ICONS, minShareCount: ICON_SCREENS, priority: 2 },
                  { name: firstScreens(FIRST_SCREENS), test: /apps[\\/]web[\\/]src[\\/]/, priority: 1 },
                  { name: 'orders', test: ORDERS, minShareCount: 2, priority: 1 },
                  { name: 'desk', test: DESK, minShareCount: DESK_SCREENS, priority: 0 },
                ],
              },
            },
          },
        },
  };
});
