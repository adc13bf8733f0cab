/** The commands that make a signing key, publish a version of an application, and withdraw one. */
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { releaseArch, releaseChannel, releasePlatform, versionCode } from '@shufang/contract';
import type { Build } from '../../features/release/app-version.ts';
import { RELEASE_LIMITS } from '../../features/release/limits.ts';
import { publishVersion } from '../../features/release/publish-version.ts';
import { makeReleaseKey, readReleaseKey } from '../../features/release/release-key.ts';
import { filePathOf } from '../../features/release/view.ts';
import { withdrawVersion } from '../../features/release/withdraw-version.ts';
import { cleanReleaseNotes } from './clean-release-notes.ts';
import { type BareCommand, type PlatformCommand, resolveFile, UsageError } from './command.ts';

const EXPIRES_DAYS_DEFAULT = 365;
const EXPIRES_DAYS_MAX = 3_650;
const BUILD_OPTIONS = {
  version: { type: 'string' },
  platform: { type: 'string' },
  arch: { type: 'string' },
  channel: { type: 'string', default: 'stable' },
} as const;

interface BuildOptions {
  readonly version?: string | undefined;
  readonly platform?: string | undefined;
  readonly arch?: string | undefined;
  readonly channel: string;
}

const readBuild = (values: BuildOptions): { build: Build; version: string } => {
  const version = versionCode.safeParse(values.version);
  if (!version.success) throw new UsageError('--version 须形如 1.2.3');
  const platform = releasePlatform.safeParse(values.platform);
  if (!platform.success) throw new UsageError(`--platform 须为 ${releasePlatform.options.join('、')} 之一`);
  const arch = releaseArch.safeParse(values.arch);
  if (!arch.success) throw new UsageError(`--arch 须为 ${releaseArch.options.join('、')} 之一`);
  const channel = releaseChannel.safeParse(values.channel);
  if (!channel.success) throw new UsageError(`--channel 须为 ${releaseChannel.options.join('、')} 之一`);
  return { build: { platform: platform.data, arch: arch.data, channel: channel.data }, version: version.data };
};

const needed = (name: string, value: string | undefined): string => {
  if (value === undefined || value === '') throw new UsageError(`缺少 --${name}`);
  return resolveFile(value);
};

/** Returns our own ASCII file name with the original extension: `shufang-1.2.3-win-x64.exe`. */
const fileNameOf = (file: string, { platform, arch, channel }: Build, version: string, kind: '' | '-portable' = ''): string => {
  const [ending = ''] = /(?:\.tar)?\.[A-Za-z0-9]{1,10}$/.exec(path.basename(file)) ?? [];
  if (ending === '') throw new UsageError(`--${kind === '' ? 'file' : 'portable'} 须有扩展名，例如 .exe：${path.basename(file)}`);
  return `shufang-${version}-${platform}-${arch}${channel === 'stable' ? '' : `-${channel}`}${kind}${ending}`;
};

const oneLine = (name: string, value: string): string => {
  const line = value.trim();
  if (line.length > RELEASE_LIMITS.buildLineChars || /\p{Cc}/u.test(line))
    throw new UsageError(`--${name} 须为一行，最多 ${RELEASE_LIMITS.buildLineChars} 个字`);
  return line;
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

export const makeSigningKey: BareCommand = {
  name: ['release', 'keygen'],
  usage: 'release keygen --out 私钥.pem',
  summary: '生成签名用的 Ed25519 密钥：私钥写入文件（只有您可读），公钥显示出来，写进客户端',
  prepareBare(args) {
    const { values } = parseArgs({ args: [...args], options: { out: { type: 'string' } } });
    const file = needed('out', values.out);
    return async (_env, say) => {
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

export const publishRelease: PlatformCommand = {
  name: ['release', 'publish'],
  usage:
    'release publish --version 1.2.3 --platform win|mac|linux|android|ios|harmony --arch x64|arm64 --file 安装包 --notes 说明.html --key 私钥.pem [--channel stable|beta] [--expires-days 天数] [--portable 免安装包] [--needs 系统要求] [--silent 静默安装命令]',
  summary: '发布客户端的一个版本：保存安装包，签名，客户端随即可以更新。版本须高于发布过的最高版本',
  prepare(args) {
    const { values } = parseArgs({
      args: [...args],
      options: {
        ...BUILD_OPTIONS,
        file: { type: 'string' },
        notes: { type: 'string' },
        key: { type: 'string' },
        portable: { type: 'string' },
        needs: { type: 'string', default: '' },
        silent: { type: 'string', default: '' },
        'expires-days': { type: 'string', default: String(EXPIRES_DAYS_DEFAULT) },
      },
    });
    const { build, version } = readBuild(values);
    const [file, notes, keyFile] = [needed('file', values.file), needed('notes', values.notes), needed('key', values.key)];
    const fileName = fileNameOf(file, build, version);
    const portableFile = values.portable === undefined ? undefined : needed('portable', values.portable);
    const portable =
      portableFile === undefined ? undefined : { file: portableFile, fileName: fileNameOf(portableFile, build, version, '-portable') };
    const [systemNeeds, silentInstall] = [oneLine('needs', values.needs), oneLine('silent', values.silent)];
    const expiresDays = Number(values['expires-days']);
    if (!(Number.isInteger(expiresDays) && expiresDays >= 1 && expiresDays <= EXPIRES_DAYS_MAX))
      throw new UsageError(`--expires-days 须为 1 至 ${EXPIRES_DAYS_MAX} 的整数`);
    return async (platform, say) => {
      const key = readReleaseKey(await readFile(keyFile, 'utf8'));
      const descriptionHtml = await readNotes(notes);
      const published = await publishVersion(
        platform,
        { build, versionCode: version, file, fileName, portable, systemNeeds, silentInstall, descriptionHtml, key, expiresDays },
        'commandLine',
      );
      const updateUrl = `${platform.config.publicUrl}${filePathOf(published)}`;
      say(`已发布 ${version}（${build.platform} ${build.arch} ${build.channel}，${published.file.bytes} 字节），签名公钥编号 ${key.keyId}`);
      say(updateUrl);
      if (published.portable !== undefined) say(`${platform.config.publicUrl}${filePathOf(published, published.portable)}`);
      const { manifest, signature, keyId } = published;
      return { ok: true, data: { versionCode: version, ...build, updateUrl, file: published.file, manifest, signature, keyId } };
    };
  },
};

export const withdrawRelease: PlatformCommand = {
  name: ['release', 'withdraw'],
  usage: 'release withdraw --version 1.2.3 --platform win|mac|linux|android|ios|harmony --arch x64|arm64 [--channel stable|beta]',
  summary: '撤回一个版本：不再提供更新和下载；已安装的不受影响，版本号不能再用',
  prepare(args) {
    const { values } = parseArgs({ args: [...args], options: BUILD_OPTIONS });
    const { build, version } = readBuild(values);
    return async (platform, say) => {
      await withdrawVersion(platform, { build, versionCode: version }, 'commandLine');
      say(`已撤回 ${version}（${build.platform} ${build.arch} ${build.channel}）`);
      return { ok: true, data: { versionCode: version, ...build } };
    };
  },
};
