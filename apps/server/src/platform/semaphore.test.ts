import { CodedError } from '@shufang/contract';
import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

/** Returns a task that runs until it is finished, and how many such tasks run. */
const createTasks = () => {
  const finish: (() => void)[] = [];
  const started: string[] = [];
  let running = 0;
  let mostRunning = 0;
  const task = (name: string) => async () => {
    started.push(name);
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await new Promise<void>((resolve) => {
      finish.push(resolve);
    });
    running -= 1;
    return name;
  };
  return { task, finish, started, mostRunning: () => mostRunning };
};

it('runs a fixed number of tasks at a time, in order, lets a fixed number wait and rejects the rest', async () => {
  const inTurn = createSemaphore({ running: 2, waiting: 3, refusal: 'unavailable' });
  const { task, finish, started, mostRunning } = createTasks();
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  const results = Promise.allSettled(names.map((name) => inTurn(task(name))));
  for (let done = 0; done < 5; done++) {
    await expect.poll(() => finish.length).toBeGreaterThan(done);
    finish[done]?.();
  }
  const outcomes = (await results).map((result) => (result.status === 'fulfilled' ? result.value : (result.reason as CodedError).code));
  expect(outcomes).toEqual(['a', 'b', 'c', 'd', 'e', 'unavailable', 'unavailable']);
  expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(mostRunning()).toBe(2);
});

it('throws the given error when no task may wait, and accepts tasks again afterwards', async () => {
  const inTurn = createSemaphore({ running: 1, waiting: 0, refusal: 'request.tooMany' });
  const { task, finish } = createTasks();
  const first = inTurn(task('first'));
  await expect(inTurn(task('second'))).rejects.toThrow(new CodedError('request.tooMany'));
  finish[0]?.();
  expect(await first).toBe('first');
  expect(await inTurn(async () => 'third')).toBe('third');
});

it('hands the slot of a finished task to the next waiting one, before a new task', async () => {
  const inTurn = createSemaphore({ running: 1, waiting: 2, refusal: 'unavailable' });
  const { task, finish, started } = createTasks();
  const first = inTurn(task('first'));
  const second = inTurn(task('second'));
  finish[0]?.();
  await first;
  const third = inTurn(task('third'));
  await expect.poll(() => finish.length).toBe(2);
  finish[1]?.();
  await expect.poll(() => finish.length).toBe(3);
  finish[2]?.();
  expect([await second, await third]).toEqual(['second', 'third']);
  expect(started).toEqual(['first', 'second', 'third']);
});

it('continues with the next task after one fails', async () => {
  const inTurn = createSemaphore({ running: 1, waiting: 1, refusal: 'unavailable' });
  const failing = inTurn(async () => {
    throw new Error('failed on purpose');
  });
  await expect(failing).rejects.toThrow('failed on purpose');
  expect(await inTurn(async () => 'next')).toBe('next');
});
