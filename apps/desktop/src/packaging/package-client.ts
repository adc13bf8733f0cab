/**
 * `npm run desktop:package -- --version 1.2.3 --public-key 公钥.pem --out 文件夹 [--server 网址] [--electron 文件夹] [--installers 系统]`:
 * makes the client for this computer: the unpacked client, its archive, its .deb, and the bundle for updates (`release sign --bundle`).
 * `--electron`: the unpacked Electron to package; without it, the runtime of the tests, and the results are named 测试用. `--installers`:
 * makes the installers of a system by electron-builder instead, on a computer that can make them.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { versionCode } from '@shufang/contract';
import { ensureElectronRuntime } from '../../../../tooling/electron-runtime.mjs';
import { installProgram } from './install-runtime.ts';
import { BUILDER_VERSION, installerConfig } from './installer-config.ts';
import { writeDeb } from './write-deb.ts';
import { writeProgram } from './write-program.ts';

const USAGE =
  'npm run desktop:package -- --version 1.2.3 --public-key 公钥.pem --out 文件夹 [--server 网址] [--electron 文件夹] [--installers win|mac|linux]';
const PUBLIC_KEY = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/;
const SYSTEMS = ['win', 'mac', 'linux'];

/** Returns the public keys. Throws without one: a client without a key could never be updated. */
const readKeys = async (files: readonly string[]): Promise<string[]> => {
  if (files.length === 0)
    throw new Error(`缺少 --public-key：先用 npm run shufang -- release key create 生成密钥，把显示的公钥存成文件\n用法：${USAGE}`);
  const keys = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  for (const [index, key] of keys.entries()) if (!PUBLIC_KEY.test(key)) throw new Error(`这不是公钥（PEM）：${files[index] ?? ''}`);
  return keys;
};

const readOptions = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      version: { type: 'string', default: '' },
      'public-key': { type: 'string', multiple: true, default: [] },
      server: { type: 'string', default: '' },
      out: { type: 'string', default: '' },
      electron: { type: 'string' },
      installers: { type: 'string' },
    },
  });
  const version = versionCode.safeParse(values.version);
  if (!version.success) throw new Error(`--version 须形如 1.2.3\n用法：${USAGE}`);
  if (values.out === '') throw new Error(`缺少 --out\n用法：${USAGE}`);
  if (values.installers !== undefined && !SYSTEMS.includes(values.installers))
    throw new Error(`--installers 须为 ${SYSTEMS.join('、')} 之一\n用法：${USAGE}`);
  const resolve = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  return {
    ...values,
    version: version.data,
    out: resolve(values.out),
    electron: values.electron === undefined ? undefined : resolve(values.electron),
  };
};

type Options = ReturnType<typeof readOptions>;

/** Makes the unpacked client, its archive and its .deb. Returns their paths. */
const packageHere = async ({ version, out, electron }: Options, name: string, bundle: string): Promise<string[]> => {
  const isForTrial = electron === undefined;
  const runtime = electron === undefined ? await ensureElectronRuntime() : path.join(electron, 'electron');
  await access(runtime).catch(() => {
    throw new Error(`--electron 里没有 Electron（Linux x64）：${runtime}`);
  });
  const folder = path.join(out, `${name}${isForTrial ? '-测试用' : ''}`);
  await rm(folder, { recursive: true, force: true });
  await installProgram(runtime, bundle, folder, { isNewElectron: !isForTrial, isForTests: false });
  await promisify(execFile)('tar', ['-czf', `${folder}.tar.gz`, '-C', out, path.basename(folder)]);
  await writeDeb(folder, `${folder}.deb`, { version, isForTrial });
  return [folder, `${folder}.tar.gz`, `${folder}.deb`];
};

/** Makes the installers of a system by electron-builder, which downloads what it needs. Returns the folder of the results. */
const packageInstallers = async ({ version, out, electron, installers = '' }: Options, program: string): Promise<string[]> => {
  const output = path.join(out, `installers-${installers}`);
  const config = path.join(out, 'electron-builder.json');
  const mirror = process.env['ELECTRON_MIRROR'];
  await writeFile(config, JSON.stringify(installerConfig({ version, output, electronFolder: electron, mirror }), undefined, 2));
  const builder = ['--yes', `electron-builder@${BUILDER_VERSION}`, '--projectDir', program, '--config', config];
  const child = spawn('npx', [...builder, `--${installers}`, '--publish', 'never'], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`electron-builder 没有完成（${String(code)}），配置在 ${config}，程序在 ${program}`);
  return [output];
};

const packageClient = async (args: readonly string[]): Promise<void> => {
  const options = readOptions(args);
  const { version, out, server, installers } = options;
  const publicKeys = await readKeys(options['public-key']);
  await mkdir(out, { recursive: true });
  const name = `shufang-${version}-linux-x64`;
  const bundle = path.join(out, installers === undefined ? `${name}.asar` : `shufang-${version}.asar`);
  const program = path.join(out, 'program');
  await rm(program, { recursive: true, force: true });
  await writeProgram(bundle, { version, publicKeys, server }, async (folder) => {
    if (installers !== undefined) await cp(folder, program, { recursive: true });
  });
  const made = installers === undefined ? await packageHere(options, name, bundle) : await packageInstallers(options, program);
  console.log(['已生成：', ...made, bundle].join('\n'));
};

try {
  await packageClient(process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
