/** The conversion process: reads one untrusted file and writes the result into its own folder. It has no database, no network, no secrets, and may be killed at any moment. */
import { Findings } from '../findings.ts';
import { ImportRefusal } from '../import-refusal.ts';
import { closeNetwork } from './close-network.ts';
import type { ConversionInput, WorkerMessage } from './conversion-model.ts';
import { convertPublication } from './convert-publication.ts';

// Nothing here calls anybody; should a library ever try, it fails loudly.
closeNetwork();

const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    process.send?.(message, undefined, undefined, (error) => (error ? reject(error) : resolve()));
  });

const convert = async (input: ConversionInput): Promise<WorkerMessage> => {
  const findings = new Findings();
  try {
    const tell = (message: WorkerMessage): void => void process.send?.(message);
    const result = await convertPublication(input, findings, {
      progress: (stage, progress, detail) => tell({ kind: 'progress', stage, progress, detail }),
      rows: (rows) => tell({ kind: 'rows', rows }),
    });
    return { kind: 'done', result };
  } catch (error) {
    if (error instanceof ImportRefusal) {
      return { kind: 'refused', code: error.code, message: error.message, path: error.path, line: error.line, findings: findings.list() };
    }
    const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
    return { kind: 'failed', message, stack };
  }
};

process.once('message', (input: ConversionInput) => {
  void convert(input).then(async (answer) => {
    await send(answer);
    process.disconnect();
  });
});
// The parent is gone: nobody waits for the result.
process.once('disconnect', () => process.exit());
