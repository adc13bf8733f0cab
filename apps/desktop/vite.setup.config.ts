/** The page on which the user chooses the server, built as `dist/setup`. */
import path from 'node:path';
import { defineConfig } from 'vite';

export default defineConfig({
  root: path.join(import.meta.dirname, 'src', 'setup'),
  publicDir: false,
  build: { outDir: path.join(import.meta.dirname, 'dist', 'setup'), emptyOutDir: true, target: 'chrome114', modulePreload: false },
});
