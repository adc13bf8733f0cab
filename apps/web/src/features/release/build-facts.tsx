/** One build of an app: its facts, its checksum, and its download link. Downloads are counted. */
import { type AppBuild, type BuildFile, increaseDownloadCount } from '@shufang/contract';
import { Block, buttonClass, Text } from '@shufang/ui';
import { call } from '../../platform/api/client.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import styles from './release.module.css';

/** Ignores that a download could not be counted: the count is only for the operator's statistics, and the download does not wait for it. */
const ignoreCountFailure = (): void => undefined;

const countDownload = ({ versionCode, platform, arch, channel }: AppBuild): void =>
  void call(increaseDownloadCount, { versionCode, platform, arch, channel }, { keepalive: true }).catch(ignoreCountFailure);

/** Returns the system of a build, and that it is one with the runtime of the tests. */
export const nameOf = ({ platform, arch, isTestBuild }: Pick<AppBuild, 'platform' | 'arch' | 'isTestBuild'>): string =>
  clientsText.buildName(platform, arch) + (isTestBuild === true ? clientsText.testBuild : '');

export const factsOf = ({ versionCode, size, releasedAt }: AppBuild): string =>
  clientsText.facts(versionCode, clientsText.size(size), clientsText.date(releasedAt));

export const DownloadLink = ({ build, kind, label }: { build: AppBuild; kind: 'main' | 'quiet'; label: string }) => (
  <a
    className={buttonClass(kind)}
    href={build.url}
    download={build.fileName}
    aria-label={clientsText.downloadFor(nameOf(build))}
    onClick={() => countDownload(build)}
  >
    {label}
  </a>
);

/** Link to the portable variant of a build, for classroom computers on which users may not install programs. */
export const PortableLink = ({ build, file }: { build: AppBuild; file: BuildFile }) => (
  <a
    className={buttonClass('quiet')}
    href={file.url}
    download={file.fileName}
    aria-label={clientsText.portableFor(nameOf(build))}
    onClick={() => countDownload(build)}
  >
    {clientsText.portable}
  </a>
);

const Sum = ({ name, value }: { name: string; value: string }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <code>{value}</code>
    </dd>
  </div>
);

export const Checksums = ({ build }: { build: AppBuild }) => (
  <Block as="details" size={14} marginTop={12} className={styles.sums}>
    <summary>{clientsText.verify}</summary>
    <dl>
      <Sum name={clientsText.sha256} value={build.sha256} />
      <Sum name={clientsText.sha512} value={build.sha512} />
      {build.portable === undefined ? null : <Sum name={clientsText.portableSha512} value={build.portable.sha512} />}
      <Sum name={clientsText.signature} value={build.signature} />
      <Sum name={clientsText.keyId} value={build.keyId} />
    </dl>
    <Text as="p" size={14} tone="soft" className={styles.hint}>
      {clientsText.verifyHint}
    </Text>
  </Block>
);
