/**
 * The conversion process: reads one untrusted file and writes the result into its own folder. It has no database, network or secrets and
 * may be killed at any moment.
 */

import { closeNetwork } from '../../../platform/isolation/close-network.ts';
import { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import type { ConversionInput, WorkerMessage } from './conversion-model.ts';
import { convertPublication } from './convert-publication.ts';

// Nothing in this process needs the network; if a library ever tries to use it, the attempt throws.
closeNetwork();

const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

const convert = async (input: ConversionInput): Promise<WorkerMessage> => {
  const findings = new Findings();
  try {
    const post = (message: WorkerMessage): void => void process.send?.(message);
    await convertPublication(input, findings, {
      progress: (stage, progress, detail) => post({ kind: 'progress', stage, progress, detail }),
      rows: (rows) => post({ kind: 'rows', rows }),
      converted: (result) => post({ kind: 'converted', result }),
      documentFailed: (failure) => post({ kind: 'documentFailed', failure }),
    });
    return { kind: 'done' };
  } catch (error) {
    if (error instanceof ImportRefusal) {
      return { kind: 'refused', code: error.code, message: error.message, path: error.path, line: error.line, findings: findings.list() };
    }
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', message, stack };
  }
};

process.once('message', (input: ConversionInput) => {
  void convert(input).then(async (reply) => {
    await send(reply);
    process.disconnect();
  });
});
// Ends the process when the parent has ended, because the result is not needed.
process.once('disconnect', () => process.exit());
