import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { onBroadcast } from '../events/broadcasts.ts';
import { ApiError } from './api-error.ts';
import { noteReached, noteUnreached } from './connection.ts';
import { createQueryClient } from './query-client.ts';

const noNetwork = (): Promise<never> => {
  noteUnreached();
  return Promise.reject(new ApiError('getHome', 'network', '网络连接失败'));
};

describe('a network that fails', () => {
  const alert = vi.fn();
  let stop: () => void;
  beforeEach(() => {
    alert.mockClear();
    stop = onBroadcast('networkFailure', alert);
  });
  afterEach(() => {
    stop();
    noteReached();
  });

  const ask = async (client = createQueryClient(), queryFn: () => Promise<unknown> = noNetwork) => {
    await client
      .fetchQuery({ queryKey: ['home'], queryFn, staleTime: 0 })
      .catch((error: unknown) => expect(error).toBeInstanceOf(ApiError));
    return client;
  };

  it('is told once to who asks for the same again, and again once it had been back', async () => {
    const client = await ask();
    await client.resetQueries();
    await ask(client);
    expect(alert).toHaveBeenCalledOnce();
    noteReached();
    await ask(client);
    expect(alert).toHaveBeenCalledTimes(2);
    await ask(client, () => Promise.resolve('here'));
    await ask(client);
    expect(alert).toHaveBeenCalledTimes(3);
  });

  it('is told each time to who does something', async () => {
    const client = createQueryClient();
    const act = async (): Promise<void> => {
      const mutation = client.getMutationCache().build(client, { mutationFn: noNetwork });
      await expect(mutation.execute(undefined)).rejects.toBeInstanceOf(ApiError);
    };
    await act();
    await act();
    expect(alert).toHaveBeenCalledTimes(2);
  });
});
