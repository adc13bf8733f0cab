/** Builds for computers: the build for the user's machine first, the others below it. */
import type { AppBuild } from '@shufang/contract';
import { Row, Text } from '@shufang/ui';
import { Link } from 'react-router';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { Checksums, DownloadLink, factsOf, nameOf } from './build-facts.tsx';
import styles from './release.module.css';
import { ReleaseNotes } from './release-notes.tsx';
import { SchoolBuilds } from './school-builds.tsx';
import { ownBuild } from './this-machine.ts';
import { useMachine } from './use-machine.ts';
import { Versions } from './versions.tsx';

const DESKTOP = ['win', 'mac', 'linux'] as const;

const None = ({ hasAlternatives }: { hasAlternatives: boolean }) => (
  <div className={styles.none}>
    <p>{clientsText.pcNone}</p>
    {hasAlternatives ? (
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {clientsText.pcNoneHint}
      </Text>
    ) : (
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {clientsText.pcNoneElsewhere}{' '}
        <Text to="/pc" as={Link} tone="accent" underline>
          {clientsText.pcTitle}
        </Text>
      </Text>
    )}
  </div>
);

const Needs = ({ build: { systemNeeds, isTestBuild } }: { build: AppBuild }) => (
  <>
    {isTestBuild === true ? (
      <Text as="p" size={14} className={styles.hint}>
        {clientsText.testBuildHint}
      </Text>
    ) : null}
    {systemNeeds === undefined ? null : (
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {clientsText.needs(systemNeeds)}
      </Text>
    )}
  </>
);

const OtherBuild = ({ build }: { build: AppBuild }) => (
  <Row as="li" gap={16} align="center" justify="between" className={styles.other}>
    <div>
      <p className={styles.name}>{nameOf(build)}</p>
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {factsOf(build)}
      </Text>
      <Needs build={build} />
      <Checksums build={build} />
    </div>
    <DownloadLink build={build} kind="quiet" label={clientsText.download} />
  </Row>
);

const Builds = ({ builds, hasAlternatives }: { builds: readonly AppBuild[]; hasAlternatives: boolean }) => {
  const machine = useMachine();
  if (machine === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={clientsText.loading} />;
  const own = ownBuild(builds, machine);
  const others = builds.filter((build) => build !== own);
  return (
    <>
      {own === undefined ? null : (
        <div className={styles.own}>
          <DownloadLink build={own} kind="main" label={clientsText.downloadFor(nameOf(own))} />
          <Text as="p" size={14} tone="soft" className={styles.hint}>
            {factsOf(own)}
          </Text>
          <Needs build={own} />
          <h3 className={styles.subtitle}>{clientsText.notes}</h3>
          <ReleaseNotes version={own.versionCode} system={nameOf(own)} html={own.description} />
          <Checksums build={own} />
        </div>
      )}
      {others.length === 0 ? null : (
        <>
          <h3 className={styles.subtitle}>{own === undefined ? clientsText.pcClients : clientsText.pcOther}</h3>
          <ul>
            {others.map((build) => (
              <OtherBuild key={`${build.platform}-${build.arch}`} build={build} />
            ))}
          </ul>
        </>
      )}
      {hasAlternatives ? <SchoolBuilds builds={builds} /> : null}
    </>
  );
};

/** The builds for computers. `hasAlternatives`: whether the page describes other ways to use the product below. */
export const DesktopBuilds = ({ hasAlternatives }: { hasAlternatives: boolean }) => (
  <Versions of={DESKTOP} none={<None hasAlternatives={hasAlternatives} />}>
    {(builds) => <Builds builds={builds} hasAlternatives={hasAlternatives} />}
  </Versions>
);
