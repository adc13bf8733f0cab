/** The SSR build, which the server imports to render pages (`src/app/ssr/render-page.tsx`). Not served to clients. */
import path from 'node:path';
import type { BuildOptions, Plugin } from 'vite';

export const SSR_BUILD: BuildOptions = {
  outDir: 'dist-server',
  emptyOutDir: true,
  copyPublicDir: false,
  minify: true,
  assetsInlineLimit: 0,
};

/**
 * Returns a plugin that includes only these lazily loaded screens in the build. Other dynamic imports stay external, because the server
 * does not render them.
 */
export const onlyScreens = (screens: readonly string[]): Plugin => ({
  name: 'shufang-only-screens',
  apply: 'build',
  config: () => ({ define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  resolveDynamicImport: (specifier, importer = '') => {
    const file = path.resolve(path.dirname(importer), specifier);
    return screens.some((screen) => file === path.join(import.meta.dirname, screen)) ? null : { id: specifier, external: true };
  },
});
