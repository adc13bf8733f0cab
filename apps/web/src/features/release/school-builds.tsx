/** Builds for school technicians: portable variants, and the commands of a silent installation. */
import type { AppBuild } from '@shufang/contract';
import { Row, Text } from '@shufang/ui';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { factsOf, nameOf, PortableLink } from './build-facts.tsx';
import styles from './release.module.css';

const keyOf = ({ platform, arch }: AppBuild): string => `${platform}-${arch}`;

const Portables = ({ builds }: { builds: readonly AppBuild[] }) => {
  const found = builds.flatMap((build) => (build.portable === undefined ? [] : [{ build, file: build.portable }]));
  if (found.length === 0)
    return (
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {clientsText.noPortable}
      </Text>
    );
  return (
    <>
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {clientsText.portableHint}
      </Text>
      <ul>
        {found.map(({ build, file }) => (
          <Row key={keyOf(build)} as="li" gap={16} align="center" justify="between" className={styles.other}>
            <div>
              <p className={styles.name}>{nameOf(build)}</p>
              <Text as="p" size={14} tone="soft" className={styles.hint}>
                {factsOf({ ...build, size: file.size })}
              </Text>
            </div>
            <PortableLink build={build} file={file} />
          </Row>
        ))}
      </ul>
    </>
  );
};

const Silent = ({ builds }: { builds: readonly AppBuild[] }) => {
  const found = builds.flatMap((build) => (build.silentInstall === undefined ? [] : [{ build, command: build.silentInstall }]));
  if (found.length === 0)
    return (
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {clientsText.noSilent}
      </Text>
    );
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
