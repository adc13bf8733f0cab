/**
 * A program of `swap.test.ts`: exchanges the version, and ends its own process before its n-th change of a file, as a power failure does.
 * Arguments: the folder, n, the downloaded bundle, the signed manifest, the public key. Prints how many changes there were if it survives.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [folder = '', dieAt = '0', downloaded = '', signed = '', publicKey = ''] = process.argv.slice(2);
let changes = 0;
let isSwapping = false;
for (const name of ['openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync'] as const) {
  const original = fs[name] as (...values: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...values: unknown[]) => {
      if (isSwapping) changes += 1;
      if (isSwapping && changes === Number(dieAt)) process.kill(process.pid, 'SIGKILL');
      return original(...values);
    },
  });
}
syncBuiltinESMExports();

const { openUpdateFiles } = await import('../update-state.ts');
const { chooseProgram, confirmStart } = await import('../choose-program.ts');
isSwapping = true;
const files = openUpdateFiles(folder);
files.put('1.0.1', downloaded, signed);
chooseProgram(files, { folder: 'built-in', version: '1.0.0' }, [publicKey]);
confirmStart(files, '1.0.1');
files.sweep();
console.log(changes);
