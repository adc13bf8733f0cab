import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../events/broadcasts.ts';
import { ApiError } from './api-error.ts';
import { markReachable, markUnreachable, useConnection } from './connection.ts';
import { createQueryClient } from './query-client.ts';

const failOffline = (): Promise<never> => {
  markUnreachable();
  return Promise.reject(new ApiError('getHome', 'network', '网络连接失败'));
};

describe('a network failure', () => {
  const alert = vi.fn();
  let stop: () => void;
  beforeEach(() => {
    alert.mockClear();
    stop = onBroadcast('networkFailure', alert);
  });
  afterEach(() => {
    stop();
    markReachable();
  });

  const fetchOffline = async (client = createQueryClient()) => {
    await expect(client.fetchQuery({ queryKey: ['home'], queryFn: failOffline, staleTime: 0 })).rejects.toBeInstanceOf(ApiError);
    return client;
  };

  it('is shown once for repeated attempts, and again after a success', async () => {
    const client = await fetchOffline();
    await client.resetQueries();
    await fetchOffline(client);
    expect(alert).toHaveBeenCalledOnce();
    markReachable();
    await fetchOffline(client);
    expect(alert).toHaveBeenCalledTimes(2);
    expect(await client.fetchQuery({ queryKey: ['home'], queryFn: () => Promise.resolve('here'), staleTime: 0 })).toBe('here');
    await fetchOffline(client);
    expect(alert).toHaveBeenCalledTimes(3);
  });

  it('is not reported again by a query that was canceled before the alert was confirmed', async () => {
    const client = await fetchOffline();
    const canceled = client.fetchQuery({ queryKey: ['notes'], queryFn: () => new Promise(() => undefined) });
    await client.cancelQueries({ queryKey: ['notes'] });
    await canceled.catch(() => undefined);
    useConnection.setState({ isAlerted: true });
    useConnection.setState({ isAlerted: false });
    await client.fetchQuery({ queryKey: ['notes'], queryFn: failOffline }).catch(() => undefined);
    expect(alert).toHaveBeenCalledOnce();
    // If a query starts after the user has confirmed the network alert, its failure opens the alert again.
    await client.fetchQuery({ queryKey: ['shelf'], queryFn: failOffline }).catch(() => undefined);
    expect(alert).toHaveBeenCalledTimes(2);
  });

  it('is shown each time for a mutation', async () => {
    const client = createQueryClient();
    const mutate = async (): Promise<void> => {
      const mutation = client.getMutationCache().build(client, { mutationFn: failOffline });
      await expect(mutation.execute(undefined)).rejects.toBeInstanceOf(ApiError);
    };
    await mutate();
    await mutate();
    expect(alert).toHaveBeenCalledTimes(2);
  });
});
