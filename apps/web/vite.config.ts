import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import manifest from './package.json' with { type: 'json' };
import { routeFiles } from './vite.route-files.ts';
import { serviceWorker } from './vite.service-worker.ts';

/** Chrome 114 is the oldest runtime the desktop shell is tested on; Safari and Firefox of the same age follow. */
const TARGET = ['chrome114', 'firefox115', 'safari16.4'];

/** Libraries every screen needs, in one long-lived file; what only some screens need stays with them. */
const FRAMEWORK = /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack[\\/](react-query|query-core))[\\/]/;

/**
 * What most screens share, in one file instead of a dozen small ones: each is a way to the server of its own. Without the device's
 * database, which the first screens do not need.
 */
const COMMON = /packages[\\/]contract[\\/]|@tabler[\\/]|src[\\/](?:platform[\\/](?!storage[\\/])|features[\\/]catalog[\\/])/;
/** Files that fewer screens use stay where they are used. */
const COMMON_SCREENS = 8;

export default defineConfig(({ mode }) => {
  const settings = loadEnv(mode, import.meta.dirname, 'SHUFANG_');
  // The Host header stays ours, so that the server knows under which origin the client was opened.
  const server = { target: settings.SHUFANG_API ?? 'http://127.0.0.1:8080', changeOrigin: false };
  return {
    root: import.meta.dirname,
    define: { CLIENT_VERSION: JSON.stringify(manifest.version) },
    plugins: [react(), routeFiles(), serviceWorker({ version: manifest.version, target: TARGET })],
    server: { proxy: { '/api': server, '/apiv2': server } },
    css: { modules: { generateScopedName: mode === 'production' ? '[hash:base64:6]' : '[name]-[local]-[hash:base64:4]' } },
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      target: TARGET,
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [
              { name: 'framework', test: FRAMEWORK, priority: 2 },
              { name: 'common', test: COMMON, minShareCount: COMMON_SCREENS, priority: 1 },
            ],
          },
        },
      },
    },
  };
});
