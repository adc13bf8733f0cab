/** What a school's technicians ask of the builds: the ones that need no installation, and the commands that install without questions. */
import type { AppBuild } from '@shufang/contract';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { factsOf, nameOf, PortableLink } from './build-facts.tsx';
import styles from './release.module.css';

const keyOf = ({ platform, arch }: AppBuild): string => `${platform}-${arch}`;

const Portables = ({ builds }: { builds: readonly AppBuild[] }) => {
  const found = builds.flatMap((build) => (build.portable === undefined ? [] : [{ build, file: build.portable }]));
  if (found.length === 0) return <p className={styles.hint}>{clientsText.noPortable}</p>;
  return (
    <>
      <p className={styles.hint}>{clientsText.portableHint}</p>
      <ul>
        {found.map(({ build, file }) => (
          <li key={keyOf(build)} className={styles.other}>
            <div>
              <p className={styles.name}>{nameOf(build)}</p>
              <p className={styles.hint}>{factsOf({ ...build, size: file.size })}</p>
            </div>
            <PortableLink build={build} file={file} />
          </li>
        ))}
      </ul>
    </>
  );
};

const Silent = ({ builds }: { builds: readonly AppBuild[] }) => {
  const found = builds.flatMap((build) => (build.silentInstall === undefined ? [] : [{ build, command: build.silentInstall }]));
  if (found.length === 0) return <p className={styles.hint}>{clientsText.noSilent}</p>;
  return (
    <dl className={styles.commands}>
      {found.map(({ build, command }) => (
        <div key={keyOf(build)}>
          <dt>{nameOf(build)}</dt>
          <dd>
            <code>{command}</code>
          </dd>
        </div>
      ))}
    </dl>
  );
};

export const SchoolBuilds = ({ builds }: { builds: readonly AppBuild[] }) => (
  <>
    <h3 className={styles.subtitle}>{clientsText.portableTitle}</h3>
    <Portables builds={builds} />
    <h3 className={styles.subtitle}>{clientsText.silentTitle}</h3>
    <Silent builds={builds} />
  </>
);
