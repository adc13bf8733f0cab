/** The commands that publish a signed release, on this server or on one elsewhere, and withdraw a version. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { publishVersion } from '../../features/release/publish-version.ts';
import { checkSignedRelease, SIGNED_RELEASE_FILE } from '../../features/release/signed-release.ts';
import { filePathOf } from '../../features/release/view.ts';
import { withdrawVersion } from '../../features/release/withdraw-version.ts';
import { type PlatformCommand, UsageError } from './command.ts';
import { BUILD_OPTIONS, BUILD_USAGE, needed, readBuild } from './release-build.ts';
import { readServer, uploadRelease } from './upload-release.ts';

const PUBLISH_OPTIONS = { from: { type: 'string' }, server: { type: 'string' } } as const;

/** Returns the upload token: from the environment, or the first line of standard input. */
const readToken = async (env: NodeJS.ProcessEnv): Promise<string> => {
  const given = env['SHUFANG_UPLOAD_TOKEN'] ?? (process.stdin.isTTY ? '' : await text(process.stdin));
  const token = given.split(/\r?\n/)[0]?.trim() ?? '';
  if (token === '')
    throw new UsageError('缺少上传令牌：在“工作台 - 客户端版本”里生成，写进环境变量 SHUFANG_UPLOAD_TOKEN，或从标准输入传入');
  return token;
};

/** Returns the command that uploads to a server elsewhere, and opens nothing on this computer; undefined without `--server`. */
const prepareUpload: PlatformCommand['prepareBareFor'] = (args) => {
  const { values } = parseArgs({ args: [...args], options: PUBLISH_OPTIONS });
  if (values.server === undefined) return undefined;
  const [folder, server] = [needed('from', values.from), readServer(values.server)];
  return async (env, say) => {
    const { uploadId: _id, ...upload } = await uploadRelease({ server, token: await readToken(env) }, folder, say);
    say(
      `${upload.isRenewal ? '已续签' : '已发布'} ${upload.versionCode}（${upload.platform} ${upload.arch} ${upload.channel}）：${server}`,
    );
    return { ok: true, data: { server, ...upload } };
  };
};

export const publishRelease: PlatformCommand = {
  name: ['release', 'publish'],
  usage: 'release publish --from 文件夹 [--server 网址]',
  summary:
    '发布 release sign 签好的版本：核对签名与文件后保存，客户端随即可以更新；重新签名的同一版本只换签名。不需要私钥。--server：上传到别处的服务器，令牌（在“工作台 - 客户端版本”里生成）从环境变量 SHUFANG_UPLOAD_TOKEN 或标准输入读取',
  prepareBareFor: prepareUpload,
  prepare(args) {
    const { values } = parseArgs({ args: [...args], options: PUBLISH_OPTIONS });
    const folder = needed('from', values.from);
    return async (platform, say) => {
      const release = checkSignedRelease(await readFile(path.join(folder, SIGNED_RELEASE_FILE), 'utf8'));
      const { version: published, isRenewed } = await publishVersion(platform, { release, folder }, 'commandLine');
      const { versionCode, file, manifest, signature, keyId } = published;
      const build = { platform: published.platform, arch: published.arch, channel: published.channel };
      const updateUrl = `${platform.config.publicUrl}${filePathOf(published)}`;
      const name = `${versionCode}（${build.platform} ${build.arch} ${build.channel}，${file.bytes} 字节）`;
      say(`${isRenewed ? '已续签' : '已发布'} ${name}，签名公钥编号 ${keyId}`);
      for (const each of [file, published.portable, published.bundle])
        if (each !== undefined) say(`${platform.config.publicUrl}${filePathOf(published, each)}`);
      return { ok: true, data: { versionCode, ...build, updateUrl, file, manifest, signature, keyId, isRenewed } };
    };
  },
};

export const withdrawRelease: PlatformCommand = {
  name: ['release', 'withdraw'],
  usage: `release withdraw ${BUILD_USAGE}`,
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
