import { exportNotes, type OutputOf } from '@shufang/contract';

/** Parses an encoded export with the contract's schema. Throws if it is invalid. */
export const readExport = async (encoded: Promise<readonly Uint8Array[]>): Promise<OutputOf<typeof exportNotes>> =>
  exportNotes.output.parse(JSON.parse(Buffer.concat(await encoded).toString()));
