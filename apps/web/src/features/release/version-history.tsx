/** The earlier app versions with their release notes, which can be expanded. Renders nothing if there are no earlier versions. */
import { Section } from '@shufang/ui';
import { useQuery } from '@tanstack/react-query';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { nameOf } from './build-facts.tsx';
import { appVersionsQuery } from './queries.ts';
import styles from './release.module.css';
import { ReleaseNotes } from './release-notes.tsx';

export const VersionHistory = () => {
  const { data } = useQuery(appVersionsQuery());
  if (data === undefined || data.history.length === 0) return null;
  return (
    <Section title={clientsText.history}>
      <ul>
        {data.history.map(({ versionCode, platform, arch, releasedAt, description }) => (
          <li key={`${platform}-${arch}-${versionCode}`}>
            <details className={styles.past}>
              <summary>{clientsText.historyLine(versionCode, nameOf({ platform, arch }), clientsText.date(releasedAt))}</summary>
              <ReleaseNotes version={versionCode} system={nameOf({ platform, arch })} html={description} />
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
};
