/** Starts a program that goes on after the client has ended. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Returns when the program has started. Throws if the system does not start it, for example because it is blocked or was deleted. */
export const startDetached = async (program: string, values: readonly string[]): Promise<void> => {
  const child = spawn(program, values, { detached: true, stdio: 'ignore' });
  await once(child, 'spawn');
  child.unref();
};
