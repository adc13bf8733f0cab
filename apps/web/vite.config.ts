import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { assetsFallback } from './vite.assets-fallback.ts';
import { compressedFiles } from './vite.compressed-files.ts';
import { EARLY_OPEN, earlyOpen } from './vite.early-open.ts';
import { limitValues } from './vite.limit-values.ts';
import { routeFiles } from './vite.route-files.ts';
import { withoutServerFields } from './vite.server-fields.ts';
import { serviceWorker } from './vite.service-worker.ts';
import { sharedScreenChunk } from './vite.shared-screen-chunk.ts';
import { onlyScreens, SSR_BUILD } from './vite.ssr.ts';

/**
 * Oldest browsers that the build supports: Chrome 114 is the oldest runtime of the desktop client; Firefox and Safari are of the same age.
 */
const TARGET = ['chrome114', 'firefox115', 'safari16.4'];

/** Pattern of the libraries that every screen needs. They are in one file, which rarely changes. */
const FRAMEWORK =
  /rolldown[\\/]runtime|node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core))[\\/]/;

/** Pattern of the texts of the admin area, which are in a file that only the admin area loads. */
const ADMIN = /src[\\/]platform[\\/]messages[\\/]zh-cn[\\/](?:admin|import)/;
/** Pattern of the forms and lists of records, which the admin area and a few screens of the user center load. */
const RECORDS =
  /src[\\/]platform[\\/](?:messages[\\/]zh-cn[\\/]records|records[\\/])|ui[\\/]src[\\/](?:sortable-list|picture-crop|crop-frame|reason-dialog)/;
const ADMIN_SCREENS = 4;
/** Pattern of the modules that the files for all screens leave to the files above. */
const NOT_COMMON = new RegExp(`${ADMIN.source}|${RECORDS.source}`);
const ORDERS = /messages[\\/]zh-cn[\\/]orders/;
const UI = /packages[\\/]ui[\\/]src[\\/](?!widgets)/;
/**
 * Pattern of the code that most screens share. It is in one file, because a dozen small files would each need a request. The code of the
 * browser's database is excluded, because the server-rendered screens do not need it.
 */
const COMMON =
  /packages[\\/]contract[\\/]|src[\\/](?:platform[\\/](?!storage[\\/]|messages[\\/]zh-cn[\\/](?:help|bookshelf|offer|orders|codes|notes))|features[\\/]catalog[\\/])/;
/** Pattern of the catalog's part of the contract, which is in a file of its own, because evaluating one large file would block a phone. */
const CATALOG_CONTRACT = /packages[\\/]contract[\\/]src[\\/](?:catalog|publication)[\\/]/;
/**
 * Pattern of modules that are not in the common file, although many screens share them: a user does not need them at the beginning of a
 * visit.
 */
const LATER =
  /contract[\\/]src[\\/](?:help|files|sync|annotation|teaching|assessment|assignment|question|gradebook|sample|practice|statistics|royalty|adoption|classroom|discussion|dictionary|activation-code|charts)[\\/]|zh-cn[\\/](?:teaching|reading-history|license-use|dashboard|handed-files|notification-|author-statistics|charts|class-(?:plan|work)|assignments?|gradebook|questions?|question-|samples?|practice|royalty|adoption|classroom|discussion|dictionary|exam|paper|accommodation|regrade|marking|analysis)|platform[\\/](?:api[\\/](?:upload|save-file|picture-types)|qr[\\/])/;
/** A module is put into the common file if at least this number of screens use it; otherwise it stays with the screens that use it. */
const COMMON_SCREENS = 8;
const LOADER = /vite[\\/]preload-helper/;
const ICONS = /packages[\\/]icons[\\/]/;
const ICON_SCREENS = 2;
/** The screens that the server renders for anonymous users. */
const SERVER_RENDERED_SCREENS = ['home', 'course-list', 'book-list', 'course-info'].map(
  (name) => `src/areas/reader/${name}/${name}-screen.tsx`,
);

export default defineConfig(({ mode, isSsrBuild }) => {
  const settings = loadEnv(mode, import.meta.dirname, 'SHUFANG_');
  // The Host header of a forwarded request stays unchanged, so that the server knows under which origin the client was opened.
  const server = { target: settings.SHUFANG_API ?? 'http://127.0.0.1:8080', changeOrigin: false };
  return {
    root: import.meta.dirname,
    define: { CLIENT_VERSION: JSON.stringify(manifest.version) },
    plugins: isSsrBuild
      ? [react(), onlyScreens(SERVER_RENDERED_SCREENS)]
      : [
          withoutServerFields(),
          limitValues(),
          react(),
          routeFiles([EARLY_OPEN]),
          serviceWorker({ version: manifest.version, target: TARGET }),
          earlyOpen(TARGET),
          assetsFallback(TARGET),
          compressedFiles(),
        ],
    server: { proxy: { '/api': server, '/apiv2': server } },
    css: { modules: { generateScopedName: mode === 'production' ? '[hash:base64:6]' : '[name]-[local]-[hash:base64:4]' } },
    // The client replaces zod, with which the contract is written, by its small edition (decision 0011).
    resolve: { alias: [{ find: /^zod$/, replacement: path.join(import.meta.dirname, 'src/platform/schema/zod.ts') }] },
    ...(isSsrBuild ? { ssr: { noExternal: true } } : {}),
    build: isSsrBuild
      ? SSR_BUILD
      : {
          outDir: 'dist',
          emptyOutDir: true,
          target: TARGET,
          assetsInlineLimit: 0,
          // With the default base, the files find each other relative to the file that imports them, so that they also work from a CDN
          // (ASSETS_URL, decision 0025).
          modulePreload: { polyfill: false },
          rolldownOptions: {
            output: {
              codeSplitting: {
                groups: [
                  // Vite's helper for lazy imports is in the file `entry`, so that the entry script needs no other file.
                  { name: 'entry', test: LOADER, priority: 6 },
                  { name: 'framework', test: FRAMEWORK, priority: 5 },
                  { name: 'ui', test: (id) => UI.test(id) && !NOT_COMMON.test(id), priority: 4 },
                  {
                    name: 'contract',
                    test: (id) => CATALOG_CONTRACT.test(id) && !LATER.test(id),
                    minShareCount: COMMON_SCREENS,
                    priority: 3,
                  },
                  {
                    name: 'common',
                    test: (id) => COMMON.test(id) && !NOT_COMMON.test(id) && !LATER.test(id),
                    minShareCount: COMMON_SCREENS,
                    priority: 3,
                  },
                  { name: 'icons', test: ICONS, minShareCount: ICON_SCREENS, priority: 2 },
                  { name: sharedScreenChunk(SERVER_RENDERED_SCREENS), test: /apps[\\/]web[\\/]src[\\/]/, priority: 1 },
                  { name: 'orders', test: ORDERS, minShareCount: 2, priority: 1 },
                  { name: 'records', test: RECORDS, minShareCount: ADMIN_SCREENS, priority: 1 },
                  { name: 'admin', test: ADMIN, minShareCount: ADMIN_SCREENS, priority: 0 },
                ],
              },
            },
          },
        },
  };
});
