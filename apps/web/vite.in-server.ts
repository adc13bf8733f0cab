/** The build that the server runs to make the first screens as HTML (`src/app/first-screen/make-first-screen.tsx`). Not served to anybody. */
import path from 'node:path';
import type { BuildOptions, Plugin } from 'vite';

export const IN_SERVER: BuildOptions = {
  outDir: 'dist-server',
  emptyOutDir: true,
  copyPublicDir: false,
  minify: true,
  assetsInlineLimit: 0,
};

/** Of what is loaded when it is needed only these screens are built: the server never needs the rest. */
export const onlyScreens = (screens: readonly string[]): Plugin => ({
  name: 'shufang-only-screens',
  apply: 'build',
  config: () => ({ define: { 'process.env.NODE_ENV': JSON.stringify('production') } }),
  resolveDynamicImport: (specifier, importer = '') => {
    const file = path.resolve(path.dirname(importer), specifier);
    return screens.some((screen) => file === path.join(import.meta.dirname, screen)) ? null : { id: specifier, external: true };
  },
});
