/** Builds a script that is one file of its own beside the client. */
import path from 'node:path';
import { build } from 'vite';

interface ScriptBuild {
  /** Path of the entry module below `src`. */
  readonly entry: string;
  /** Name of the file that is written to `outDir`. */
  readonly fileName: string;
  readonly outDir: string;
  readonly target: string[];
  readonly define?: Record<string, string>;
}

export const buildScript = async ({ entry, fileName, outDir, target, define = {} }: ScriptBuild): Promise<void> => {
  await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: {
      outDir,
      emptyOutDir: false,
      target,
      // Calls of the schema library have no side effects, so schemas that the script does not use are left out.
      rolldownOptions: { treeshake: { manualPureFunctions: ['z'] } },
      lib: { entry: path.join(import.meta.dirname, 'src', entry), formats: ['iife'], name: 'shufang', fileName: () => fileName },
    },
  });
};
