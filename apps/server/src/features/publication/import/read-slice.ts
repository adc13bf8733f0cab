/** Reads a part of a file that the conversion process wrote. */
import { open } from 'node:fs/promises';

/** Returns a part of the file. Throws if the file is shorter. */
export const readSlice = async (filePath: string, start: number, bytes: number): Promise<Buffer> => {
  const file = await open(filePath, 'r');
  try {
    const out = Buffer.allocUnsafe(bytes);
    for (let done = 0; done < bytes; ) {
      const { bytesRead } = await file.read(out, done, bytes - done, start + done);
      if (bytesRead === 0) throw new Error('a file of the conversion ended early');
      done += bytesRead;
    }
    return out;
  } finally {
    await file.close();
  }
};
