/** One build to download: what it is, how to check it, and the download itself, which is counted. */
import { type AppBuild, type BuildFile, increaseDownloadCount } from '@shufang/contract';
import { buttonClass } from '@shufang/ui';
import { call } from '../../platform/api/client.ts';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import styles from './release.module.css';

/** The count is for the operator's statistics: nobody waits for it, and its failure is nobody's trouble. */
const ignoreCountFailure = (): void => undefined;

const countDownload = ({ versionCode, platform, arch, channel }: AppBuild): void =>
  void call(increaseDownloadCount, { versionCode, platform, arch, channel }, { keepalive: true }).catch(ignoreCountFailure);

export const nameOf = ({ platform, arch }: Pick<AppBuild, 'platform' | 'arch'>): string => clientsText.buildName(platform, arch);

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

/** The same build without an installation: a machine of a classroom needs no rights for it. */
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
  <details className={styles.sums}>
    <summary>{clientsText.verify}</summary>
    <dl>
      <Sum name={clientsText.sha256} value={build.sha256} />
      <Sum name={clientsText.sha512} value={build.sha512} />
      {build.portable === undefined ? null : <Sum name={clientsText.portableSha512} value={build.portable.sha512} />}
      <Sum name={clientsText.signature} value={build.signature} />
      <Sum name={clientsText.keyId} value={build.keyId} />
    </dl>
    <p className={styles.hint}>{clientsText.verifyHint}</p>
  </details>
);
