/**
 * `npm run desktop:package -- --version 1.2.3 --public-key 公钥.pem --out 文件夹 [--server 网址]`: makes the client for this computer. The
 * result has the installed client, its archive for new installations, and the bundle for updates (`release sign --bundle`).
 */
import { execFile } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { versionCode } from '@shufang/contract';
import { ensureElectronRuntime } from '../../../../tooling/electron-runtime.mjs';
import { installProgram } from './install-runtime.ts';
import { writeProgram } from './write-program.ts';

const USAGE = 'npm run desktop:package -- --version 1.2.3 --public-key 公钥.pem --out 文件夹 [--server 网址]';
const PUBLIC_KEY = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/;

/** Returns the public keys. Throws without one: a client without a key could never be updated. */
const readKeys = async (files: readonly string[]): Promise<string[]> => {
  if (files.length === 0)
    throw new Error(`缺少 --public-key：先用 npm run shufang -- release key create 生成密钥，把显示的公钥存成文件\n用法：${USAGE}`);
  const keys = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  for (const [index, key] of keys.entries()) if (!PUBLIC_KEY.test(key)) throw new Error(`这不是公钥（PEM）：${files[index] ?? ''}`);
  return keys;
};

const packageClient = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      version: { type: 'string', default: '' },
      'public-key': { type: 'string', multiple: true, default: [] },
      server: { type: 'string', default: '' },
      out: { type: 'string', default: '' },
    },
  });
  const version = versionCode.safeParse(values.version);
  if (!version.success) throw new Error(`--version 须形如 1.2.3\n用法：${USAGE}`);
  if (values.out === '') throw new Error(`缺少 --out\n用法：${USAGE}`);
  const publicKeys = await readKeys(values['public-key']);
  const out = path.resolve(process.env['INIT_CWD'] ?? process.cwd(), values.out);
  await mkdir(out, { recursive: true });
  const name = `shufang-${version.data}-linux-x64`;
  const bundle = path.join(out, `${name}.asar`);
  await writeProgram(bundle, { version: version.data, publicKeys, server: values.server });
  const runtime = await ensureElectronRuntime();
  // The runtime is that of the tests: the client is for trying out, and its name says so.
  const folder = path.join(out, `${name}-测试用`);
  await rm(folder, { recursive: true, force: true });
  await installProgram(runtime, bundle, folder, { isNewElectron: false, isForTests: false });
  await promisify(execFile)('tar', ['-czf', `${folder}.tar.gz`, '-C', out, path.basename(folder)]);
  console.log(`已生成：\n${folder}\n${folder}.tar.gz\n${bundle}`);
};

try {
  await packageClient(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
