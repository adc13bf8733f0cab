/** The other devices on which the user has a book offline, in 我的图书. */
import { type LeaseRecord, listLeases, releaseLease } from '@shufang/contract';
import { Cluster, Row, Stack, Text, TextButton } from '@shufang/ui';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callWithCache } from '../../platform/api/call-with-cache.ts';
import { call } from '../../platform/api/client.ts';
import { broadcast } from '../../platform/events/broadcasts.ts';
import { offlineText } from '../../platform/messages/zh-cn/offline.ts';
import { useSession } from '../../platform/session/session.ts';

const nameOf = ({ deviceName }: LeaseRecord): string => (deviceName === '' ? offlineText.unnamedDevice : deviceName);

const useLeases = () => {
  const userId = useSession((session) => session.userId);
  return useQuery({
    queryKey: ['leases', userId ?? ''],
    queryFn: ({ signal }) => callWithCache(listLeases, {}, { signal }),
    staleTime: 0,
    meta: { claims: true },
  });
};

/** Shows nothing for a book that no other device has; `OfflineControl` shows this one. */
export const OfflineDevices = ({ bookId }: { bookId: string }) => {
  const { data, isError, refetch } = useLeases();
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (id: string) => call(releaseLease, { id }),
    onSuccess: async () => {
      broadcast('toast', { kind: 'success', text: offlineText.deviceRemoved });
      await queryClient.invalidateQueries({ queryKey: ['leases'] });
    },
  });
  if (isError && data === undefined) {
    return (
      <Row as="p" gap={8} size={13} tone="faint">
        {offlineText.devicesFailed}
        <TextButton onClick={() => void refetch()}>{offlineText.again}</TextButton>
      </Row>
    );
  }
  const all = data?.items.filter((lease) => lease.bookId === bookId) ?? [];
  const others = all.filter(({ isThis }) => !isThis);
  if (others.length === 0) return null;
  return (
    <Stack gap={4} marginTop={8}>
      <Text as="p" size={13} tone="soft">
        {offlineText.deviceCount(all.length)}
      </Text>
      <Stack as="ul" gap={4} aria-label={offlineText.devices}>
        {others.map((lease) => (
          <Cluster key={lease.id} as="li" gap={8} align="center" size={13} tone="soft">
            <Text>{offlineText.device(nameOf(lease), lease.issuedAt, lease.expiresAt)}</Text>
            <TextButton aria-label={offlineText.removeDevice(nameOf(lease))} aria-disabled={isPending} onClick={() => mutate(lease.id)}>
              {offlineText.remove}
            </TextButton>
          </Cluster>
        ))}
      </Stack>
    </Stack>
  );
};
