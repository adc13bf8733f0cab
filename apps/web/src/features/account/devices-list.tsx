/** The user's signed-in devices, each with a sign-out button. */
import { revokeDevice, type SignedInDevice } from '@shufang/contract';
import { Block, Cluster, Grid, Text } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { userCenterText } from '../../platform/messages/zh-cn/user-center.ts';
import { devicesQuery } from './profile-queries.ts';
import styles from './user-center.module.css';

const nameOf = (device: SignedInDevice): string => device.name || userCenterText.unknownDevice;

export const DevicesList = () => {
  const queryClient = useQueryClient();
  const { data: devices, dataUpdatedAt, isError, refetch } = useQuery(devicesQuery());
  const revoking = useMutation({
    mutationFn: ({ deviceType, signedInAt, sessionId }: SignedInDevice) => call(revokeDevice, { deviceType, signedInAt, sessionId }),
    onSuccess: (left) => {
      queryClient.setQueryData(devicesQuery().queryKey, left.devices);
      broadcast('toast', { kind: 'success', text: userCenterText.deviceSignedOut });
    },
  });
  if (isError) {
    return (
      <Grid as="p" gap={[4, 16]} align="center" className={styles.row} role="status">
        {userCenterText.devicesFailed}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {userCenterText.retry}
        </button>
      </Grid>
    );
  }
  if (devices === undefined)
    return <Grid gap={[4, 16]} align="center" className={styles.row} role="status" aria-busy="true" aria-label={userCenterText.devices} />;
  return (
    <ul>
      {devices.map((device) => (
        <Grid key={device.sessionId} as="li" gap={[4, 16]} align="center" className={styles.row}>
          <Text as="h3" size={15} tone="soft" weight={400} className={styles.rowName}>
            {userCenterText.deviceTypes[device.deviceType]}
          </Text>
          <Block minWidth={0} breakWords>
            <Cluster as="p" align="center" className={styles.deviceName}>
              {nameOf(device)}
              {device.isThis ? (
                <Text size={12} tone="soft" className={styles.badge}>
                  {userCenterText.thisDevice}
                </Text>
              ) : null}
            </Cluster>
            <Text as="p" size={13} tone="faint">
              {device.isThis ? userCenterText.signedInAt(device.signedInAt) : userCenterText.lastSeen(device.lastSeenAt, dataUpdatedAt)}
            </Text>
          </Block>
          {device.isThis ? null : (
            <Cluster justify="end" className={styles.rowActions}>
              <button
                type="button"
                className={styles.textButton}
                aria-label={userCenterText.signOutDeviceLabel(nameOf(device))}
                disabled={revoking.isPending}
                onClick={() => revoking.mutate(device)}
              >
                {userCenterText.signOutDevice}
              </button>
            </Cluster>
          )}
        </Grid>
      ))}
    </ul>
  );
};
