/** Builds for phones: a download button on phones, a QR code elsewhere. */

import type { AppBuild } from '@shufang/contract';
import { Block, Row, Text } from '@shufang/ui';
import { clientsText } from '../../platform/messages/zh-cn/clients.ts';
import { publicOrigin } from '../../platform/public-origin.ts';
import { QrCode } from '../../platform/qr/qr-code.tsx';
import { thisDeviceCode } from '../../platform/session/device-code.ts';
import { Checksums, DownloadLink, factsOf, nameOf } from './build-facts.tsx';
import styles from './release.module.css';
import { ReleaseNotes } from './release-notes.tsx';
import { Versions } from './versions.tsx';

const MOBILE = ['android', 'ios', 'harmony'] as const;

const MobileBuild = ({ build, isPhone }: { build: AppBuild; isPhone: boolean }) => (
  <Row as="li" gap={24} className={styles.mobile}>
    {isPhone ? null : (
      <div className={styles.code}>
        <QrCode text={new URL(build.url, publicOrigin()).href} label={clientsText.scan(nameOf(build))} size={144} />
      </div>
    )}
    <Block flex={1} minWidth={0}>
      <p className={styles.name}>{nameOf(build)}</p>
      <Text as="p" size={14} tone="soft" className={styles.hint}>
        {factsOf(build)}
      </Text>
      {build.platform === 'ios' ? (
        <Text as="p" size={14} tone="soft" className={styles.hint}>
          {clientsText.iosHint}
        </Text>
      ) : null}
      <p className={styles.get}>
        <DownloadLink build={build} kind={isPhone ? 'main' : 'quiet'} label={clientsText.download} />
      </p>
      <ReleaseNotes version={build.versionCode} system={nameOf(build)} html={build.description} />
      <Checksums build={build} />
    </Block>
  </Row>
);

export const MobileBuilds = () => {
  const isPhone = thisDeviceCode() === 'mobile';
  return (
    <Versions of={MOBILE} none={<p className={styles.none}>{clientsText.mobileNone}</p>}>
      {(builds) => (
        <ul>
          {builds.map((build) => (
            <MobileBuild key={`${build.platform}-${build.arch}`} build={build} isPhone={isPhone} />
          ))}
        </ul>
      )}
    </Versions>
  );
};
