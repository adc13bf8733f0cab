/** Where the person is signed in, each to be signed out. */
import { revokeDevice, type SignedInDevice } from '@shufang/contract';
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
    mutationFn: ({ deviceType, signedInAt }: SignedInDevice) => call(revokeDevice, { deviceType, signedInAt }),
    onSuccess: (left) => {
      queryClient.setQueryData(devicesQuery().queryKey, left.devices);
      broadcast('toast', { kind: 'success', text: userCenterText.deviceSignedOut });
    },
  });
  if (isError) {
    return (
      <p className={styles.row} role="status">
        {userCenterText.devicesFailed}
        <button type="button" className={styles.textButton} onClick={() => void refetch()}>
          {userCenterText.retry}
        </button>
      </p>
    );
  }
  if (devices === undefined) return <div className={styles.row} role="status" aria-busy="true" aria-label={userCenterText.devices} />;
  return (
    <ul>
      {devices.map((device) => (
        <li key={device.deviceType} className={styles.row}>
          <h3 className={styles.rowName}>{userCenterText.deviceTypes[device.deviceType]}</h3>
          <div className={styles.rowText}>
            <p className={styles.deviceName}>
              {nameOf(device)}
              {device.isThis ? <span className={styles.badge}>{userCenterText.thisDevice}</span> : null}
            </p>
            <p className={styles.hint}>
              {device.isThis ? userCenterText.signedInAt(device.signedInAt) : userCenterText.lastSeen(device.lastSeenAt, dataUpdatedAt)}
            </p>
          </div>
          {device.isThis ? null : (
            <div className={styles.rowActions}>
              <button
                type="button"
                className={styles.textButton}
                aria-label={userCenterText.signOutDeviceLabel(nameOf(device))}
                disabled={revoking.isPending}
                onClick={() => revoking.mutate(device)}
              >
                {userCenterText.signOutDevice}
              </button>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
};
