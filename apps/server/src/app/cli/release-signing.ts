/** The commands of the publisher's own computer: make a signing key, sign a release, and sign it again before it expires. */
import { constants } from 'node:fs';
import { copyFile, mkdir, open, readFile, realpath, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { APP_ID, DESKTOP_SHELL, LIMITS, UPDATE_LIFETIME_DAYS, type UpdateFile } from '@shufang/contract';
import { RELEASE_LIMITS } from '../../features/release/limits.ts';
import { ReleaseError } from '../../features/release/release-error.ts';
import { makeReleaseKey, readKeyId, readReleaseKey } from '../../features/release/release-key.ts';
import {
  checkSignedRelease,
  SIGNED_RELEASE_FILE,
  type SignedRelease,
  sha512OfText,
  signStatement,
} from '../../features/release/signed-release.ts';
import { measureFile } from '../../features/release/store-file.ts';
import { dataDirOf } from '../../platform/config.ts';
import { cleanReleaseNotes } from './clean-release-notes.ts';
import { type BareCommand, UsageError } from './command.ts';
import { BUILD_OPTIONS, BUILD_USAGE, type NamedBuild, needed, readBuild } from './release-build.ts';
import { isTrialBuild } from './trial-build.ts';

const testBuildRefusal = (file: string): string =>
  `测试用的客户端不能作为更新发布：${path.basename(file)}；只放在下载页并标明“测试用”时，加 --test-build`;

/** Returns our own ASCII file name with the original extension: `shufang-1.2.3-win-x64.exe`. */
const fileNameOf = (file: string, { build, version }: NamedBuild, option: 'file' | 'portable' | 'bundle', isTestBuild: boolean): string => {
  const [ending = ''] = /(?:\.tar)?\.[A-Za-z0-9]{1,10}$/.exec(path.basename(file)) ?? [];
  if (ending === '' || (option === 'bundle' && ending !== '.asar'))
    throw new UsageError(`--${option} 须有扩展名，例如 ${option === 'bundle' ? '.asar' : '.exe'}：${path.basename(file)}`);
  // `desktop:package` names a client so that has the runtime of the tests.
  if (!isTestBuild && path.basename(file).includes('测试用')) throw new UsageError(testBuildRefusal(file));
  const { platform, arch, channel } = build;
  const suffix = (option === 'portable' ? '-portable' : '') + (isTestBuild ? '-test' : '');
  return `shufang-${version}-${platform}-${arch}${channel === 'stable' ? '' : `-${channel}`}${suffix}${ending}`;
};

const oneLine = (name: string, value: string): string => {
  const line = value.trim();
  if (line.length > LIMITS.buildLineChars || /\p{Cc}/u.test(line))
    throw new UsageError(`--${name} 须为一行，最多 ${LIMITS.buildLineChars} 个字`);
  return line;
};

const readDays = (value: string): number => {
  const days = Number(value);
  if (!(Number.isInteger(days) && days >= 1 && days <= UPDATE_LIFETIME_DAYS))
    throw new UsageError(`--expires-days 须为 1 至 ${UPDATE_LIFETIME_DAYS} 的整数`);
  return days;
};

const readNotes = async (file: string): Promise<string> => {
  const bytes = await readFile(file);
  if (bytes.byteLength > RELEASE_LIMITS.releaseNotesBytes)
    throw new UsageError(`更新说明不能超过 ${RELEASE_LIMITS.releaseNotesBytes / 1024} KiB：${file}`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UsageError(`更新说明须为 UTF-8 编码：${file}`, { cause: error });
  }
  const notes = cleanReleaseNotes(text);
  if (notes === '') throw new UsageError(`更新说明里没有可以显示的内容：${file}`);
  return notes;
};

/** Throws `UsageError` if the folder of the file is in DATA_DIR: a key there would be in every backup of the server. */
const refuseDataFolder = async (file: string, env: NodeJS.ProcessEnv): Promise<void> => {
  const dataDir = dataDirOf(env);
  const real = (folder: string): Promise<string> => realpath(folder).catch(() => path.resolve(folder));
  const [folder, data] = [await real(path.dirname(file)), await real(dataDir)];
  if (folder === data || folder.startsWith(data + path.sep))
    throw new UsageError(`私钥不能放在 DATA_DIR（${dataDir}）里：备份会带走它。请放在服务器之外、只有您能读的地方`);
};

export const createReleaseKey: BareCommand = {
  name: ['release', 'key', 'create'],
  usage: 'release key create --out 私钥.pem',
  summary: '生成签名用的 Ed25519 密钥：私钥写入文件（只有您可读，不能在 DATA_DIR 里），公钥显示出来，写进客户端',
  prepareBare(args) {
    const { values } = parseArgs({ args: [...args], options: { out: { type: 'string' } } });
    const file = needed('out', values.out);
    return async (env, say) => {
      await refuseDataFolder(file, env);
      const key = makeReleaseKey();
      const handle = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new UsageError(`文件已存在，不会覆盖：${file}`) : error;
      });
      try {
        await handle.writeFile(key.privateKeyPem);
        await handle.sync();
      } finally {
        await handle.close();
      }
      say(`私钥已写入 ${file}，请离线保管；丢失后已安装的客户端不再接受更新`);
      say(`公钥（编号 ${key.keyId}）：`);
      say(key.publicKeyPem.trim());
      return { ok: true, data: { file, keyId: key.keyId, publicKey: key.publicKeyPem } };
    };
  },
};

const writeRelease = (folder: string, release: SignedRelease): Promise<void> =>
  writeFile(path.join(folder, SIGNED_RELEASE_FILE), `${JSON.stringify(release, undefined, 2)}\n`);

export const signRelease: BareCommand = {
  name: ['release', 'sign'],
  usage: `release sign ${BUILD_USAGE} --file 安装包 --notes 说明.html --key 私钥.pem --out 文件夹 [--bundle 程序.asar] [--portable 免安装包] [--needs 系统要求] [--silent 静默安装命令] [--expires-days 天数] [--test-build]`,
  summary: '在您自己的电脑上给一个版本签名：文件、说明和签名放进一个文件夹，交给服务器发布',
  prepareBare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...BUILD_OPTIONS,
        file: { type: 'string' },
        bundle: { type: 'string' },
        portable: { type: 'string' },
        notes: { type: 'string' },
        key: { type: 'string' },
        out: { type: 'string' },
        needs: { type: 'string', default: '' },
        silent: { type: 'string', default: '' },
        'expires-days': { type: 'string', default: String(UPDATE_LIFETIME_DAYS) },
        'test-build': { type: 'boolean', default: false },
      },
    });
    const isTestBuild = values['test-build'];
    if (isTestBuild && values.bundle !== undefined) throw new UsageError('测试用的客户端不能更新：--test-build 时没有 --bundle');
    const named = readBuild(values);
    const [notes, keyFile, folder] = [needed('notes', values.notes), needed('key', values.key), needed('out', values.out)];
    const sources = (['file', 'portable', 'bundle'] as const).flatMap((option) => {
      if (option !== 'file' && values[option] === undefined) return [];
      const source = needed(option, values[option]);
      const kind: UpdateFile['kind'] = option === 'file' ? 'installer' : option;
      return [{ kind, source, name: fileNameOf(source, named, option, isTestBuild) }];
    });
    const [systemNeeds, silentInstall] = [oneLine('needs', values.needs), oneLine('silent', values.silent)];
    const days = readDays(values['expires-days']);
    return async (_env, say) => {
      const key = readReleaseKey(await readFile(keyFile, 'utf8'));
      const descriptionHtml = await readNotes(notes);
      await mkdir(folder, { recursive: true });
      const files: UpdateFile[] = [];
      for (const { kind, source, name } of sources) {
        if (!isTestBuild && (await isTrialBuild(source))) throw new UsageError(testBuildRefusal(source));
        const file = path.join(folder, name);
        if (path.resolve(source) !== file) await copyFile(source, file, constants.COPYFILE_FICLONE);
        const { bytes, sha512 } = await measureFile(file);
        files.push({ kind, name, size: bytes, sha512 });
      }
      const statement = {
        appId: APP_ID,
        ...named.build,
        version: named.version,
        files,
        notesSha512: sha512OfText(descriptionHtml),
        shell: values.bundle === undefined ? 0 : DESKTOP_SHELL,
        systemNeeds,
        silentInstall,
        ...(isTestBuild ? ({ isTestBuild: true } as const) : {}),
      } as const;
      const signed = signStatement(statement, key, { now: Date.now(), days });
      await writeRelease(folder, { ...signed, descriptionHtml });
      say(`已签名 ${named.version}，公钥编号 ${key.keyId}，${days} 天内有效：${folder}`);
      return { ok: true, data: { folder, keyId: key.keyId, manifest: signed.manifest } };
    };
  },
};

export const renewRelease: BareCommand = {
  name: ['release', 'renew'],
  usage: 'release renew --from 文件夹 --key 私钥.pem [--previous-key 原公钥.pem] [--expires-days 天数]',
  summary: '签名到期之前重新签名同一个版本；然后在服务器上再发布一次这个文件夹（只需要 release.json）',
  prepareBare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        from: { type: 'string' },
        key: { type: 'string' },
        'previous-key': { type: 'string' },
        'expires-days': { type: 'string', default: String(UPDATE_LIFETIME_DAYS) },
      },
    });
    const previous = values['previous-key'];
    const [folder, keyFile] = [needed('from', values.from), needed('key', values.key)];
    const days = readDays(values['expires-days']);
    return async (_env, say) => {
      const key = readReleaseKey(await readFile(keyFile, 'utf8'));
      const signer = previous === undefined ? key.keyId : readKeyId(await readFile(previous, 'utf8'));
      const { statement, keyId, ...release } = checkSignedRelease(await readFile(path.join(folder, SIGNED_RELEASE_FILE), 'utf8'));
      // The file names its key itself: a file that was replaced is whole, but not ours.
      if (keyId !== signer)
        throw new ReleaseError(
          `${SIGNED_RELEASE_FILE} 是用另一把密钥（编号 ${keyId}）签名的，不会重新签名。如果那是您换下的密钥，请用 --previous-key 给出它的公钥`,
        );
      const signed = signStatement(statement, key, { now: Date.now(), days });
      await writeRelease(folder, { ...release, ...signed });
      say(`已重新签名 ${statement.version}，${days} 天内有效：${folder}`);
      return { ok: true, data: { folder, keyId: key.keyId, manifest: signed.manifest } };
    };
  },
};
