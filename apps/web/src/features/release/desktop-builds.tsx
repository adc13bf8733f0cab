/** Builds for computers: the one for this machine first, the others below. */
import type { AppBuild } from '@shufang/contract';
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

const None = ({ hasWays }: { hasWays: boolean }) => (
  <div className={styles.none}>
    <p>{clientsText.pcNone}</p>
    {hasWays ? (
      <p className={styles.hint}>{clientsText.pcNoneHint}</p>
    ) : (
      <p className={styles.hint}>
        {clientsText.pcNoneElsewhere}{' '}
        <Link to="/pc" className={styles.inline}>
          {clientsText.pcTitle}
        </Link>
      </p>
    )}
  </div>
);

const Needs = ({ build: { systemNeeds } }: { build: AppBuild }) =>
  systemNeeds === undefined ? null : <p className={styles.hint}>{clientsText.needs(systemNeeds)}</p>;

const OtherBuild = ({ build }: { build: AppBuild }) => (
  <li className={styles.other}>
    <div>
      <p className={styles.name}>{nameOf(build)}</p>
      <p className={styles.hint}>{factsOf(build)}</p>
      <Needs build={build} />
      <Checksums build={build} />
    </div>
    <DownloadLink build={build} kind="quiet" label={clientsText.download} />
  </li>
);

const Builds = ({ builds, hasWays }: { builds: readonly AppBuild[]; hasWays: boolean }) => {
  const machine = useMachine();
  if (machine === undefined) return <div className={styles.skeleton} role="status" aria-busy="true" aria-label={clientsText.loading} />;
  const own = ownBuild(builds, machine);
  const others = builds.filter((build) => build !== own);
  return (
    <>
      {own === undefined ? null : (
        <div className={styles.own}>
          <DownloadLink build={own} kind="main" label={clientsText.downloadFor(nameOf(own))} />
          <p className={styles.hint}>{factsOf(own)}</p>
          <Needs build={own} />
          <h3 className={styles.subtitle}>{clientsText.notes}</h3>
          <ReleaseNotes version={own.versionCode} html={own.description} />
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
      {hasWays ? <SchoolBuilds builds={builds} /> : null}
    </>
  );
};

/** `hasWays`: the page tells below how to do without. */
export const DesktopBuilds = ({ hasWays }: { hasWays: boolean }) => (
  <Versions of={DESKTOP} none={<None hasWays={hasWays} />}>
    {(builds) => <Builds builds={builds} hasWays={hasWays} />}
  </Versions>
);
