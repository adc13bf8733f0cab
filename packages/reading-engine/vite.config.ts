/** Builds the frame's page: one script and one style sheet with fixed names, each with its compressed copies, and no other file. */
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const inPackage = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Copies the page next to the script, compresses the files and prints the download size. Limit in design.md §8: 60 KiB gzipped. */
const framePage = (): Plugin => {
  let folder = inPackage('dist');
  return {
    name: 'frame-page',
    configResolved: (config) => {
      folder = path.resolve(config.root, config.build.outDir);
    },
    async closeBundle() {
      await copyFile(inPackage('src/frame/frame.html'), path.join(folder, 'frame.html'));
      await copyFile(inPackage('src/frame/frame.css'), path.join(folder, 'frame.css'));
      for (const name of ['frame.html', 'frame.css', 'frame.js']) {
        const body = await readFile(path.join(folder, name));
        await writeFile(path.join(folder, `${name}.gz`), gzipSync(body, { level: 9 }));
        await writeFile(path.join(folder, `${name}.br`), brotliCompressSync(body));
      }
      const script = await readFile(path.join(folder, 'frame.js'));
      const kib = (await readFile(path.join(folder, 'frame.js.gz'))).length / 1024;
      console.log(`frame.js ${(script.length / 1024).toFixed(1)} KiB, ${kib.toFixed(1)} KiB gz (budget 60)`);
      if (kib > 60) throw new Error('frame.js is over its budget of 60 KiB gz');
    },
  };
};

export default defineConfig({
  build: {
    outDir: 'dist',
    target: 'chrome114',
    modulePreload: false,
    lib: { entry: inPackage('src/frame/main.ts'), formats: ['es'], fileName: () => 'frame.js' },
  },
  plugins: [framePage()],
});
